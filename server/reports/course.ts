import { nairobiDate, nairobiMidnight } from '#contract/dates.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { HourRow } from './store.ts'

// The submitted applications (`sent`) and started drafts (`begun`) of a job, by hour and by day.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The hour of a moment, as the number of whole hours since 1970. */
const hourNumber = (moment: Date) => Math.floor(moment.getTime() / HOUR_MS)

/** When the hourly counts start: at a midnight in Nairobi, so that they cover whole days up to today. */
export const reportStart = (now: Date): Date =>
  new Date(nairobiMidnight(now).getTime() - (REPORTS.daysCounted - 1) * DAY_MS)

const countsByHour = (rows: HourRow[]) =>
  new Map(rows.map(({ at: hourStart, count }) => [hourNumber(hourStart), count]))

/** Counts of the last whole hours and the present one, oldest first; 0 for hours without applications. */
function hourlySeries(sent: HourRow[], started: HourRow[], now: Date) {
  const sentByHour = countsByHour(sent)
  const startedByHour = countsByHour(started)
  const firstHour = hourNumber(now) - REPORTS.hourlyCountsShown
  const hourNumbers = Array.from({ length: REPORTS.hourlyCountsShown + 1 }, (_, index) => firstHour + index)
  return hourNumbers.map((hour) => ({
    at: new Date(hour * HOUR_MS).toISOString(),
    sent: sentByHour.get(hour) ?? 0,
    begun: startedByHour.get(hour) ?? 0,
  }))
}

/** Counts of the days in Nairobi until today, from the first with an application; empty days have 0. */
function dailySeries(sent: HourRow[], started: HourRow[], now: Date) {
  const days = new Map<string, { sent: number; begun: number }>()
  const today = nairobiDate(now)
  // If there are no applications, this is infinite, and the result has no days.
  const firstMs = Math.min(...[...sent, ...started].map(({ at: hourStart }) => hourStart.getTime()))
  // The loop runs one day past now: `firstMs` may be later in its day than now. Days after today are dropped.
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
  addCounts(started, 'begun')
  return [...days].map(([day, counts]) => ({ day, ...counts }))
}

/** Turns hourly counts into series without gaps: the last two days by hour, all reported days by day. */
export const timeSeries = (sent: HourRow[], started: HourRow[], now: Date) => ({
  hours: hourlySeries(sent, started, now),
  days: dailySeries(sent, started, now),
})
