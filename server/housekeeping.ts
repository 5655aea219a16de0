import { VERIFICATION } from '#contract/limits.ts'
import { sweepAccounts } from './accounts/store.ts'
import type { Deps } from './deps.ts'
import { sweepSessions } from './http/session.ts'

const EVERY_MS = 10 * 60_000

/** Removes what has run out, every ten minutes, a bounded number of rows at a time. */
export function startHousekeeping(deps: Deps): { stop: () => void } {
  const sweep = async () => {
    const now = deps.now()
    await sweepSessions(deps.db, now)
    await sweepAccounts(deps.db, now, new Date(now.getTime() - VERIFICATION.unverifiedDays * 86_400_000))
  }
  const run = () => void sweep().catch((error: Error & { code?: string }) => deps.log('warn', 'housekeeping.failed', { error: error.name, code: error.code ?? '' }))
  run()
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
