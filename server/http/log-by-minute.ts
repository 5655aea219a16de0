import type { Log } from '../deps.ts'

const MINUTE_MS = 60_000

/**
 * Counts frequent events by kind. It logs the first event of a minute at once and the others in one line. On
 * deadline day thousands of calls are refused. A line for each would bury the important lines.
 */
export function logByMinute(
  log: Log,
  event: string,
  level: 'warn' | 'error' = 'warn',
  everyMs = MINUTE_MS,
): (kind: string, code?: string) => void {
  /** The events since the last line, by kind and code. A minute without an event deletes an entry. */
  const counts = new Map<string, number>()
  return (kind, code = '') => {
    const key = `${kind} ${code}`
    const countBefore = counts.get(key)
    if (countBefore !== undefined) return void counts.set(key, countBefore + 1)
    const logCount = (count: number) => {
      log(level, event, { kind, count, ...(code ? { code } : {}) })
      counts.set(key, 0)
      setTimeout(() => {
        const countSince = counts.get(key) ?? 0
        if (countSince > 0) logCount(countSince)
        else counts.delete(key)
      }, everyMs).unref()
    }
    logCount(1)
  }
}
