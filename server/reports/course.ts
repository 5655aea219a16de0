import { nairobiDate, nairobiMidnight } from '#contract/dates.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { HourRow } from './store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const hourOf = (moment: Date) => Math.floor(moment.getTime() / HOUR_MS)

/**
 * The start of the hourly counts: midnight in Nairobi, so that the reports cover `REPORTS.days` whole days.
 */
export const courseBegins = (now: Date): Date =>
  new Date(nairobiMidnight(now).getTime() - (REPORTS.days - 1) * DAY_MS)

/** Turns hourly counts into two series without gaps: the last two days by the hour, and all reported days. */
export function course(sent: HourRow[], begun: HourRow[], now: Date) {
  const [sentAt, begunAt] = [sent, begun].map(
    (rows) => new Map(rows.map(({ at, count }) => [hourOf(at), count])),
  )
  const last = hourOf(now)
  const hours = Array.from({ length: REPORTS.hours + 1 }, (_, ago) => last - REPORTS.hours + ago).map(
    (hour) => ({
      at: new Date(hour * HOUR_MS).toISOString(),
      sent: sentAt?.get(hour) ?? 0,
      begun: begunAt?.get(hour) ?? 0,
    }),
  )
  const days = new Map<string, { sent: number; begun: number }>()
  const first = Math.min(...[...sent, ...begun].map(({ at }) => at.getTime()))
  for (let index = first; index < now.getTime() + DAY_MS; index += DAY_MS) {
    const day = nairobiDate(new Date(index))
    if (day <= nairobiDate(now)) days.set(day, { sent: 0, begun: 0 })
  }
  for (const [name, rows] of [
    ['sent', sent],
    ['begun', begun],
  ] as const) {
    for (const { at, count } of rows) {
      const day = days.get(nairobiDate(at))
      if (day) day[name] += count
    }
  }
  return { hours, days: [...days].map(([day, counts]) => ({ day, ...counts })) }
}
