import { plural, t } from '@lingui/core/macro'

const UNITS = [
  [86_400_000, (count: number) => plural(count, { one: '# day', other: '# days' })],
  [3_600_000, (count: number) => plural(count, { one: '# hour', other: '# hours' })],
  [60_000, (count: number) => plural(count, { one: '# minute', other: '# minutes' })],
] as const

/** How long ago something was: `3 days`, `2 hours`, `less than a minute`. */
export function ago(moment: string, now: string): string {
  const ageMs = Date.parse(now) - Date.parse(moment)
  for (const [unitMs, countWords] of UNITS) {
    const count = Math.floor(ageMs / unitMs)
    if (count > 0) return countWords(count)
  }
  return t`less than a minute`
}
