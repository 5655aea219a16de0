import { nairobiDate } from '#contract/dates.ts'
import type { AuditGroup, AlarmRule } from '#contract/audit-log/words.ts'
import { ALARMS } from '#contract/staff/limits.ts'

// The rules that find unusual activity of officers. They only compute: `alarms.ts` reads the audit log and
// saves the alarms.

/** How many audit entries of a group one officer caused in one hour. `hour` is the start of that hour. */
export type HourCount = { staff: number; group: AuditGroup; hour: Date; count: number }
/** An approval by the officer `staff`. */
export type Approval = {
  staff: number
  /** Null when the proposal is not in the audit log. */
  proposer: number | null
  /** When it was approved. */
  at: Date
  /** When it was proposed. Null when the proposal is not in the audit log. */
  proposed: Date | null
  /** False for kinds of proposals without a page of their own, so no one can open them. */
  has_page: boolean
  /** When the approver first opened the proposal. Null when they never did. */
  opened: Date | null
}
/**
 * Something unusual that one officer (`staff`) did on one day. `other` is the proposer, for the rule `pairs`.
 */
export type FoundAlarm = { rule: AlarmRule; staff: number; other: number | null; day: string; count: number }

const HOUR_MS = 3_600_000
// Nairobi is a whole number of hours ahead of UTC, so hours start together.
const NAIROBI_OFFSET_HOURS = 3
const hourInNairobi = (moment: Date) => (moment.getUTCHours() + NAIROBI_OFFSET_HOURS) % 24
const isNight = (moment: Date) =>
  hourInNairobi(moment) >= ALARMS.night.fromHour || hourInNairobi(moment) < ALARMS.night.untilHour
// A night belongs to the day on which it starts, so the hours after midnight count for the day before.
const dayOfNight = (moment: Date) =>
  nairobiDate(new Date(moment.getTime() - ALARMS.night.untilHour * HOUR_MS))

type DayTotal = FoundAlarm & { mostInAnHour: number }

/** Sums the counts for each rule, officer, other officer and day. A count is of an hour or an approval. */
function sumByDay(counts: FoundAlarm[]): DayTotal[] {
  const totals = new Map<string, DayTotal>()
  for (const counted of counts) {
    const key = `${counted.rule} ${counted.staff} ${counted.other} ${counted.day}`
    const total = totals.get(key) ?? { ...counted, count: 0, mostInAnHour: 0 }
    totals.set(key, {
      ...total,
      count: total.count + counted.count,
      mostInAnHour: Math.max(total.mostInAnHour, counted.count),
    })
  }
  return [...totals.values()]
}

/** `looks`: applicants opened; `lifts`: names shown before a decision. The other rules are named plainly. */
const isUnusual: Record<AlarmRule, (total: DayTotal) => boolean> = {
  looks: ({ count, mostInAnHour }) => count >= ALARMS.looks.day || mostInAnHour >= ALARMS.looks.hour,
  lifts: ({ count }) => count >= ALARMS.lifts.day,
  exports: ({ count }) => count >= ALARMS.exports.day,
  support: ({ count }) => count >= ALARMS.support.day,
  night: ({ count }) => count >= ALARMS.night.entries,
  hasty: ({ count }) => count >= ALARMS.hasty.day,
  pairs: ({ count }) => count >= ALARMS.pairs.day,
}

const isWithin = (seconds: number, from: Date, to: Date) => to.getTime() - from.getTime() < seconds * 1_000

/** Finds what is unusual in these counts and approvals. The contract sets the limits (`ALARMS`). */
export function findUnusual(counts: HourCount[], approvals: Approval[]): FoundAlarm[] {
  // Every group but `approvals` has a rule of the same name. What matters of approvals is how fast they were
  // made, so their number alone raises no alarm.
  const byDay = counts.flatMap(({ staff, group, hour, count }): FoundAlarm[] =>
    group === 'approvals' ? [] : [{ rule: group, staff, other: null, day: nairobiDate(hour), count }],
  )
  const atNight = counts
    .filter(({ hour }) => isNight(hour))
    .map(
      ({ staff, hour, count }): FoundAlarm => ({
        rule: 'night',
        staff,
        other: null,
        day: dayOfNight(hour),
        count,
      }),
    )
  // Approved without opening the proposal, or too soon after opening it.
  const hasty = approvals
    .filter(
      ({ has_page, opened, at: approvedAt }) =>
        has_page && (opened === null || isWithin(ALARMS.hasty.seconds, opened, approvedAt)),
    )
    .map(
      ({ staff, at: approvedAt }): FoundAlarm => ({
        rule: 'hasty',
        staff,
        other: null,
        day: nairobiDate(approvedAt),
        count: 1,
      }),
    )
  // Approved too soon after another officer proposed it.
  const pairs = approvals.flatMap(({ staff, proposer, proposed, at: approvedAt }): FoundAlarm[] =>
    proposer !== null && proposed && isWithin(ALARMS.pairs.seconds, proposed, approvedAt)
      ? [{ rule: 'pairs', staff, other: proposer, day: nairobiDate(approvedAt), count: 1 }]
      : [],
  )
  return sumByDay([...byDay, ...atNight, ...hasty, ...pairs])
    .filter((total) => isUnusual[total.rule](total))
    .map(({ mostInAnHour: _notStored, ...alarm }) => alarm)
}
