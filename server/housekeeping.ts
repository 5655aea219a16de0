import { DEAD_LETTER_DAYS, NEWSLETTER_KEPT, VERIFICATION } from '#contract/limits.ts'
import { sweepAccounts } from './accounts/store.ts'
import type { Deps } from './deps.ts'
import { sweepSessions } from './http/session.ts'
import { sweepSubscribers } from './newsletter/store.ts'
import { sweepDead } from './outbox/store.ts'

const EVERY_MS = 10 * 60_000

/** Removes what has run out, a bounded number of rows at a time: what the privacy page says is kept so long and no longer. */
export async function sweep({ db: hasty, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const db = hasty.patient(30)
  const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000)
  await sweepSessions(db, at)
  await sweepAccounts(db, at, daysAgo(VERIFICATION.unverifiedDays))
  await sweepSubscribers(db, daysAgo(NEWSLETTER_KEPT.unconfirmedDays), daysAgo(NEWSLETTER_KEPT.stoppedDays))
  await sweepDead(db, daysAgo(DEAD_LETTER_DAYS))
}

/** Sweeps every ten minutes for as long as the process lives. */
export function startHousekeeping(deps: Deps): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  const run = () => {
    running = sweep(deps).catch((error: Error & { code?: string }) => deps.log('warn', 'housekeeping.failed', { error: error.name, code: error.code ?? '' }))
  }
  run()
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
