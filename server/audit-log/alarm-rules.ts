import { nairobiDate } from '#contract/dates.ts'
import type { AuditGroup, AlarmRule } from '#contract/audit-log/words.ts'
import { ALARMS } from '#contract/staff/limits.ts'

/** How many audit entries of a group one officer caused in the hour that starts then. */
export type HourCount = { staff: number; group: AuditGroup; hour: Date; count: number }
/**
 * An approval: the approver, the proposer, the time of the proposal, and when the approver first opened it
 * after that. Null when unknown, or never.
 */
export type Approval = {
  staff: number
  proposer: number | null
  at: Date
  proposed: Date | null
  has_page: boolean
  opened: Date | null
}
export type Found = { rule: AlarmRule; staff: number; other: number | null; day: string; count: number }

const HOUR_MS = 3_600_000
// Nairobi is a whole number of hours ahead of UTC, so hours start together.
const hourInNairobi = (moment: Date) => (moment.getUTCHours() + 3) % 24
const isNight = (moment: Date) =>
  hourInNairobi(moment) >= ALARMS.night.from || hourInNairobi(moment) < ALARMS.night.until
const nightOf = (moment: Date) => nairobiDate(new Date(moment.getTime() - ALARMS.night.until * HOUR_MS))

type Sum = Found & { mostInAnHour: number }

/** Sums the counts for each rule, officer, other officer and day. */
function summed(all: Found[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const found of all) {
    const key = `${found.rule} ${found.staff} ${found.other} ${found.day}`
    const known = sums.get(key) ?? { ...found, count: 0, mostInAnHour: 0 }
    sums.set(key, {
      ...known,
      count: known.count + found.count,
      mostInAnHour: Math.max(known.mostInAnHour, found.count),
    })
  }
  return [...sums.values()]
}

const isUnusual: Record<AlarmRule, (sum: Sum) => boolean> = {
  looks: ({ count, mostInAnHour }) => count >= ALARMS.looks.day || mostInAnHour >= ALARMS.looks.hour,
  lifts: ({ count }) => count >= ALARMS.lifts.day,
  exports: ({ count }) => count >= ALARMS.exports.day,
  support: ({ count }) => count >= ALARMS.support.day,
  night: ({ count }) => count >= ALARMS.night.acts,
  hasty: ({ count }) => count >= ALARMS.hasty.day,
  pairs: ({ count }) => count >= ALARMS.pairs.day,
}

const isWithin = (seconds: number, from: Date, to: Date) => to.getTime() - from.getTime() < seconds * 1_000

/** What is unusual in these counts, by the limits in the contract. */
export function unusual(counts: HourCount[], approvals: Approval[]): Found[] {
  const byDay = counts.flatMap(({ staff, group, hour, count }): Found[] =>
    group === 'approvals' ? [] : [{ rule: group, staff, other: null, day: nairobiDate(hour), count }],
  )
  const atNight = counts
    .filter(({ hour }) => isNight(hour))
    .map(
      ({ staff, hour, count }): Found => ({ rule: 'night', staff, other: null, day: nightOf(hour), count }),
    )
  const hasty = approvals
    .filter(
      ({ has_page, opened, at }) =>
        has_page && (opened === null || isWithin(ALARMS.hasty.seconds, opened, at)),
    )
    .map(({ staff, at }): Found => ({ rule: 'hasty', staff, other: null, day: nairobiDate(at), count: 1 }))
  const pairs = approvals.flatMap(({ staff, proposer, proposed, at }): Found[] =>
    proposer !== null && proposed && isWithin(ALARMS.pairs.seconds, proposed, at)
      ? [{ rule: 'pairs', staff, other: proposer, day: nairobiDate(at), count: 1 }]
      : [],
  )
  return summed([...byDay, ...atNight, ...hasty, ...pairs])
    .filter((sum) => isUnusual[sum.rule](sum))
    .map(({ mostInAnHour: _most, ...rest }) => rest)
}
