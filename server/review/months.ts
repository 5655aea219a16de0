import type { Experience } from '#contract/job-applications/rules.ts'

const DAY_MS = 86_400_000
const DAYS_PER_MONTH = 30
/** The largest value of the smallint column that stores the months of work. */
const MAX_MONTHS = 32_767

/** A period of work. `untilMs` is the start of the day after the last day, so both days count. */
type Period = { fromMs: number; untilMs: number }

/**
 * Reads a period of work, at most until the civil day `sentDay`. Undefined when it is unreadable, or ends
 * before it starts.
 */
const periodOf = (experience: Experience, sentDay: string): Period | undefined => {
  const isUntilSent = experience.currently_working || experience.end_date > sentDay
  const fromMs = Date.parse(experience.start_date)
  const lastDayMs = Date.parse(isUntilSent ? sentDay : experience.end_date)
  // An unreadable day gives NaN, which is not before or after any day.
  const isReadable = fromMs <= lastDayMs
  return experience.no_experience || !isReadable ? undefined : { fromMs, untilMs: lastDayMs + DAY_MS }
}

/** Joins periods of work that overlap or follow each other. */
function joinPeriods(periods: Period[]): Period[] {
  const joined: Period[] = []
  for (const period of periods.toSorted((left, right) => left.fromMs - right.fromMs)) {
    const lastJoined = joined.at(-1)
    if (lastJoined && period.fromMs <= lastJoined.untilMs)
      lastJoined.untilMs = Math.max(lastJoined.untilMs, period.untilMs)
    else joined.push({ ...period })
  }
  return joined
}

/** The whole months of one period of work, and the days of this period beyond them. */
function lengthOf({ fromMs, untilMs }: Period): { months: number; days: number } {
  const [start, end] = [new Date(fromMs), new Date(untilMs)]
  const calendarMonths =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
  const isLastIncomplete = end.getUTCDate() < start.getUTCDate()
  const months = isLastIncomplete ? calendarMonths - 1 : calendarMonths
  // One month after the 31st of January is computed as the 3rd of March, which may be after the end.
  const afterMonthsMs = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, start.getUTCDate())
  return { months, days: Math.max(0, Math.round((untilMs - afterMonthsMs) / DAY_MS)) }
}

/**
 * Whole months of work until the civil day `sentDay`. Overlapping periods count once. The days of each period
 * beyond its whole months are added up over all periods. Every 30 of these days count as one more month.
 */
export function monthsOfWork(experience: readonly Experience[], sentDay: string): number {
  const periods = experience.flatMap((entry) => periodOf(entry, sentDay) ?? [])
  const lengths = joinPeriods(periods).map(lengthOf)
  const months = lengths.reduce((sum, length) => sum + length.months, 0)
  const days = lengths.reduce((sum, length) => sum + length.days, 0)
  return Math.min(months + Math.floor(days / DAYS_PER_MONTH), MAX_MONTHS)
}
