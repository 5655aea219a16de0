import { nairobiDate, nairobiMidnight } from '#contract/dates.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { HourRow } from './store.ts'

// How the submitted applications (`sent`) and started drafts (`begun`) of a job came in over time.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Whole hours since 1970. */
const hourNumber = (moment: Date) => Math.floor(moment.getTime() / HOUR_MS)

/** The start of the hourly counts: midnight in Nairobi, so that they cover whole days. Today is the last. */
export const reportStart = (now: Date): Date =>
  new Date(nairobiMidnight(now).getTime() - (REPORTS.daysCounted - 1) * DAY_MS)

const countsByHour = (rows: HourRow[]) =>
  new Map(rows.map(({ at: hourStart, count }) => [hourNumber(hourStart), count]))

/** The last whole hours and the present one, oldest first, also those without applications. */
function hourlySeries(sent: HourRow[], begun: HourRow[], now: Date) {
  const sentByHour = countsByHour(sent)
  const begunByHour = countsByHour(begun)
  const firstHour = hourNumber(now) - REPORTS.hourlyCountsShown
  const hourNumbers = Array.from({ length: REPORTS.hourlyCountsShown + 1 }, (_, index) => firstHour + index)
  return hourNumbers.map((hour) => ({
    at: new Date(hour * HOUR_MS).toISOString(),
    sent: sentByHour.get(hour) ?? 0,
    begun: begunByHour.get(hour) ?? 0,
  }))
}

/** The days in Nairobi from the first counted one until today, also those without applications. */
function dailySeries(sent: HourRow[], begun: HourRow[], now: Date) {
  const days = new Map<string, { sent: number; begun: number }>()
  const today = nairobiDate(now)
  // Without any application, this is infinite, and there are no days.
  const firstMs = Math.min(...[...sent, ...begun].map(({ at: hourStart }) => hourStart.getTime()))
  // One step past now, because `firstMs` may be later in its day than now. A day after today is dropped.
  for (let ms = firstMs; ms < now.getTime() + DAY_MS; ms += DAY_MS) {
    const day = nairobiDate(new Date(ms))
    if (day <= today) days.set(day, { sent: 0, begun: 0 })
  }
  const addCounts = (rows: HourRow[], series: 'sent' | 'begun') => {
    for (const { at: hourStart, count } of rows) {
      const day = days.get(nairobiDate(hourStart))
      if (day) day[series] += count
    }
  }
  addCounts(sent, 'sent')
  addCounts(begun, 'begun')
  return [...days].map(([day, counts]) => ({ day, ...counts }))
}

/** Turns hourly counts into two series without gaps: the last two days by the hour, and all reported days. */
export const timeSeries = (sent: HourRow[], begun: HourRow[], now: Date) => ({
  hours: hourlySeries(sent, begun, now),
  days: dailySeries(sent, begun, now),
})
