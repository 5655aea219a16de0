const DAY_MS = 86_400_000

/**
 * How many milliseconds are left until a deadline. Undefined if more than a day is left, or none. When they
 * are over, the starter marks the job (starter/deadlines.ts).
 */
export function leftToday(deadline: string | null, now: Date): number | undefined {
  const leftMs = deadline === null ? 0 : Date.parse(deadline) - now.getTime()
  return leftMs > 0 && leftMs < DAY_MS ? leftMs : undefined
}
