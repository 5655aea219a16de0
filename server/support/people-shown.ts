import { SUPPORT } from '#contract/support/limits.ts'
import { SUPPORT_WORDS } from '#contract/support/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { secondsUntil, countInWindow } from '../counters.ts'
import { enqueueToOverseers } from '../staff/overseers.ts'
import { recordAudit } from '../staff/record-audit.ts'

const HOUR_SECONDS = 3_600
const { hour, day } = SUPPORT.people
const WINDOWS = [
  { name: 'hour', hours: 1, maxPeople: hour.most, alarmAt: hour.alarm },
  { name: 'day', hours: 24, maxPeople: day.most, alarmAt: day.alarm },
] as const

/**
 * Counts the people whom an officer sees in an hour and in a day, each person once. It runs in the
 * transaction that shows them. At `alarmAt` people, administrators and auditors are notified. Above
 * `maxPeople`, refuses `too_many`; the refusal also undoes the counting.
 */
export async function countShown(
  tx: Tx,
  staff: Pick<Staff, 'id'>,
  userIds: number[],
  now: Date,
): Promise<void> {
  for (const { name, hours, maxPeople, alarmAt } of WINDOWS) {
    const seconds = hours * HOUR_SECONDS
    for (const userId of userIds) {
      const { count: timesShown } = await countInWindow(
        tx,
        `support ${name} ${staff.id} of ${userId}`,
        seconds,
        now,
      )
      // This person was already counted in this hour or day.
      if (timesShown > 1) continue
      const { count: people, windowEnds } = await countInWindow(
        tx,
        `support ${name} ${staff.id}`,
        seconds,
        now,
      )
      if (people > maxPeople)
        throw refuse('too_many', {
          message: SUPPORT_WORDS.tooManyPeople[name],
          retryAfter: secondsUntil(windowEnds, now),
        })
      if (people !== alarmAt) continue
      // In the audit log, `person` is the officer whom the entry is about.
      await recordAudit(
        tx,
        'portal',
        { act: 'support.many_people', detail: { person: staff.id, people, hours } },
        now,
      )
      await enqueueToOverseers(tx, {
        topic: 'support.many-people',
        payload: { officer: staff.id, people, hours },
        now,
      })
    }
  }
}
