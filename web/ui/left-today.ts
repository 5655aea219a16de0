const DAY_MS = 86_400_000

/**
 * How many ms are left until a deadline; undefined if it is more than a day away, or over. The starter marks
 * the job when they are over (starter/deadlines.ts).
 */
export function leftToday(deadline: string | null, now: Date): number | undefined {
  const leftMs = deadline === null ? 0 : Date.parse(deadline) - now.getTime()
  return leftMs > 0 && leftMs < DAY_MS ? leftMs : undefined
}
