import { deadlineInstant, longDeadline } from '#contract/dates.ts'
import type { JobChange } from '#contract/staff-jobs/endpoints.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type News, PART, takeNotifying, scheduleNotifying, notifyPart } from './notify-drafts-store.ts'

const EVERY_MS = 500

type Told = { job_id: number; title: string; kind: JobChange; deadline: Date | undefined; reason: string }

/** The news of a change for the owner of a draft; undefined if it does not affect them. */
export function newsOf({ job_id: id, title, kind, deadline, reason }: Told): News | undefined {
  if (kind === 'extend' || kind === 'reopen') {
    const why = /[.!?]$/.test(reason) ? reason : `${reason}.`
    const words = `You can apply for ${title} until ${longDeadline(deadline)}. ${why} Your application is not sent yet.`
    return { news: 'open', words, url: `/apply?job=${id}` }
  }
  if (kind === 'end_early') {
    return {
      news: 'closed',
      words: `Applications for ${title} were closed early. Your application was not sent.`,
      url: `/jobs/${id}`,
    }
  }
  if (kind === 'archive')
    return {
      news: 'withdrawn',
      words: `${title} was withdrawn. Your application was not sent.`,
      url: '/jobs',
    }
  return undefined
}

/**
 * Notifies the first part in the transaction of the change itself; the others follow part by part. Returns
 * whether more are left.
 */
export async function notifyDrafts(
  tx: Tx,
  changeId: number,
  told: Told,
  now: Date,
  after = 0,
): Promise<boolean> {
  const news = newsOf(told)
  const part = news && (await notifyPart(tx, told.job_id, after, news, now))
  const more = part !== undefined && part.told === PART
  await scheduleNotifying(tx, told.job_id, changeId, more ? part.last : null)
  return more
}

/** Notifies the next part of the oldest change; false when all are notified. */
export const notifyNextPart = (deps: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  deps.db.patient(30).tx(async (tx) => {
    const change = await takeNotifying(tx)
    if (!change) return false
    await notifyDrafts(
      tx,
      change.id,
      { ...change, deadline: deadlineInstant(change.content.expiry_date.trim()) },
      deps.now(),
      change.notify_after,
    )
    return true
  })

/**
 * Continues to notify twice a second for as long as the process lives. The next run repeats a part that
 * failed.
 */
export function startNotifyingDrafts(deps: Pick<Deps, 'db' | 'now' | 'log'>): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = notifyNextPart(deps)
      .then(
        () => {},
        (error: Error & { code?: string }) =>
          deps.log('warn', 'drafts.not_told', { error: error.name, code: error.code ?? '' }),
      )
      .finally(() => (busy = false))
  }, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
