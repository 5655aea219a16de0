const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

/** How long ago: `3 days`, `2 hours`, `less than a minute`. */
export function ago(moment: string, now: string): string {
  const ageMs = Date.parse(now) - Date.parse(moment)
  for (const [unitMs, name] of UNITS) {
    const count = Math.floor(ageMs / unitMs)
    if (count > 0) return `${count} ${name}${count === 1 ? '' : 's'}`
  }
  return 'less than a minute'
}
