const DAY_MS = 86_400_000

/**
 * How many milliseconds are left until a deadline. Undefined if a day or more is left, and if the deadline
 * is over or absent. When they are over, a script marks the job (starter/deadlines.ts).
 */
export function leftToday(deadline: string | null, now: Date): number | undefined {
  const leftMs = deadline === null ? 0 : Date.parse(deadline) - now.getTime()
  return leftMs > 0 && leftMs < DAY_MS ? leftMs : undefined
}
