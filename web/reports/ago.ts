import { plural, t } from '@lingui/core/macro'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The units of time with their words, the longest first. */
const UNITS = [
  [DAY_MS, (count: number) => plural(count, { one: '# day', other: '# days' })],
  [HOUR_MS, (count: number) => plural(count, { one: '# hour', other: '# hours' })],
  [MINUTE_MS, (count: number) => plural(count, { one: '# minute', other: '# minutes' })],
] as const

/**
 * How long ago something was: `3 days`, `2 hours`, `less than a minute`. `now` is the server's time, because
 * the clock of a device may be wrong.
 */
export function ago(moment: string, now: string): string {
  const ageMs = Date.parse(now) - Date.parse(moment)
  for (const [unitMs, countWords] of UNITS) {
    const count = Math.floor(ageMs / unitMs)
    if (count > 0) return countWords(count)
  }
  return t`less than a minute`
}
