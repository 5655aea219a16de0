import { SUPPORT } from '#contract/support/limits.ts'
import { SUPPORT_WORDS } from '#contract/support/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { secondsUntil, countInWindow } from '../http/counters.ts'
import { enqueueToOverseers } from '../staff/overseers.ts'
import { recordAudit } from '../staff/record-audit.ts'

const WINDOWS = [
  { name: 'hour', hours: 1, ...SUPPORT.people.hour },
  { name: 'day', hours: 24, ...SUPPORT.people.day },
] as const

/**
 * Counts each person shown to an officer once an hour and once a day, in the transaction that shows them.
 * When there are many, administrators and auditors are notified once a window. Above the limit, refuses
 * `too_many` and counts nothing.
 */
export async function countShown(
  tx: Tx,
  staff: Pick<Staff, 'id'>,
  userIds: number[],
  now: Date,
): Promise<void> {
  for (const { name, hours, most, alarm } of WINDOWS) {
    const seconds = hours * 3_600
    for (const userId of userIds) {
      const { count: before } = await countInWindow(
        tx,
        `support ${name} ${staff.id} of ${userId}`,
        seconds,
        now,
      )
      if (before > 1) continue
      const { count, windowEnds } = await countInWindow(tx, `support ${name} ${staff.id}`, seconds, now)
      if (count > most)
        throw refuse('too_many', {
          message: SUPPORT_WORDS.tooManyPeople[name],
          retryAfter: secondsUntil(windowEnds, now),
        })
      if (count !== alarm) continue
      await recordAudit(
        tx,
        'portal',
        { act: 'support.many_people', detail: { person: staff.id, people: count, hours } },
        now,
      )
      await enqueueToOverseers(tx, {
        topic: 'support.many-people',
        payload: { officer: staff.id, people: count, hours },
        now,
      })
    }
  }
}
