import { nairobiDate, nairobiHour } from '#contract/dates.ts'
import type { AuditGroup, AlarmRule } from '#contract/audit-log/words.ts'
import { ALARMS } from '#contract/audit-log/limits.ts'

// The rules that find unusual activity of officers. They only compute: `alarms.ts` reads the audit log and
// saves the alarms.

/** How many audit entries of a group one officer caused in the hour that starts at `hour`. */
export type HourCount = { staff: number; group: AuditGroup; hour: Date; count: number }
/** The audit log's record that the officer `staff` approved a proposal. */
export type Approval = {
  staff: number
  /** The officer who made the proposal. Null when the proposal is not in the audit log. */
  proposer: number | null
  approved_at: Date
  /** When the proposal was made. Null when it is not in the audit log. */
  proposed_at: Date | null
  /** Whether this kind of proposal has its own page. Without one, no officer can open it. */
  has_page: boolean
  /** When the approver first opened the proposal; null if never. */
  opened_at: Date | null
}
/** What one officer (`staff`) did on one day, as a rule counts it. For `pairs`, `other` is the proposer. */
type RuleCount = { rule: AlarmRule; staff: number; other: number | null; day: string; count: number }
/** The count of a whole day, if it is unusual. */
export type FoundAlarm = RuleCount

const HOUR_MS = 3_600_000
const isNight = (moment: Date) =>
  nairobiHour(moment) >= ALARMS.night.fromHour || nairobiHour(moment) < ALARMS.night.untilHour
// The day to which an hour of the night belongs. Hours after midnight belong to the day before.
const dayOfNight = (moment: Date) =>
  nairobiDate(new Date(moment.getTime() - ALARMS.night.untilHour * HOUR_MS))

type DayTotal = RuleCount & { mostInAnHour: number }

/** Adds up the counts by rule, officer, other officer and day. Each count is of an hour or an approval. */
function sumByDay(counts: RuleCount[]): DayTotal[] {
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

/** Whether a day's total is unusual, by rule. `looks`: opened applicants. `lifts`: names shown early. */
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

/** Finds what is unusual in these counts and approvals. The limits (`ALARMS`) are in the contract. */
export function findUnusual(counts: HourCount[], approvals: Approval[]): FoundAlarm[] {
  // Each group of entries has a rule of the same name, except `approvals`. Many approvals alone raise no
  // alarm: what matters is how fast they were made.
  const byDay = counts.flatMap(({ staff, group, hour, count }): RuleCount[] =>
    group === 'approvals' ? [] : [{ rule: group, staff, other: null, day: nairobiDate(hour), count }],
  )
  const atNight = counts
    .filter(({ hour }) => isNight(hour))
    .map(
      ({ staff, hour, count }): RuleCount => ({
        rule: 'night',
        staff,
        other: null,
        day: dayOfNight(hour),
        count,
      }),
    )
  // Hasty: the officer approved a proposal without opening it, or too soon after opening it.
  const hasty = approvals
    .filter(
      ({ has_page, opened_at, approved_at }) =>
        has_page && (opened_at === null || isWithin(ALARMS.hasty.seconds, opened_at, approved_at)),
    )
    .map(
      ({ staff, approved_at }): RuleCount => ({
        rule: 'hasty',
        staff,
        other: null,
        day: nairobiDate(approved_at),
        count: 1,
      }),
    )
  // Pairs: the officer approved a proposal too soon after another officer made it.
  const pairs = approvals.flatMap(({ staff, proposer, proposed_at, approved_at }): RuleCount[] =>
    proposer !== null && proposed_at && isWithin(ALARMS.pairs.seconds, proposed_at, approved_at)
      ? [{ rule: 'pairs', staff, other: proposer, day: nairobiDate(approved_at), count: 1 }]
      : [],
  )
  return sumByDay([...byDay, ...atNight, ...hasty, ...pairs])
    .filter((total) => isUnusual[total.rule](total))
    .map(({ mostInAnHour: _notStored, ...alarm }) => alarm)
}
