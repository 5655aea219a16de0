import type { Log } from '../deps.ts'

const EVERY_MS = 1_000

/**
 * One line a second says how many calls were answered 503, by class and cause: `{count: 130, shed: {"read": 128, "submit 57P03": 2}}`. A line
 * for each would bury the one that matters. Classes and causes are few, so the line is short.
 */
export function shedLog(log: Log) {
  let counts: Record<string, number> | undefined
  const tell = () => {
    const shed = counts ?? {}
    counts = undefined
    log('warn', 'request.shed', { count: Object.values(shed).reduce((all, count) => all + count, 0), shed })
  }
  return (name: string, code = '') => {
    if (!counts) {
      counts = {}
      setTimeout(tell, EVERY_MS).unref()
    }
    const key = code ? `${name} ${code}` : name
    counts[key] = (counts[key] ?? 0) + 1
  }
}
