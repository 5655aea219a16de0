import { type Class, CLASSES } from '#contract/endpoint.ts'
import { recordOf } from '../record-of.ts'

type CallCount = { admitted: number; shed: number }
/** `rate`: per second, over the last minute. */
export type ClassCounts = Record<Class, CallCount & { rate: CallCount }>

const SECONDS = 60
/** Each class has two counts, one after the other: admitted, shed. */
const COUNTS_PER_CLASS = 2
const COUNTS = CLASSES.length * COUNTS_PER_CLASS
const admittedIndex = (rank: number) => rank * COUNTS_PER_CLASS
const shedIndex = (rank: number) => rank * COUNTS_PER_CLASS + 1

/**
 * Counts how many calls of each class were admitted and shed: since the start, and in each of the last sixty
 * seconds. `rank` is the position of a class in CLASSES.
 */
export function classCounter(clock: () => number) {
  const totals = new Float64Array(COUNTS)
  /** The counts of sixty seconds, one second after the other. */
  const lastMinute = new Uint32Array(COUNTS * SECONDS)
  let second = Math.floor(clock() / 1_000)
  const increment = (index: number) => {
    totals[index]!++
    lastMinute[(second % SECONDS) * COUNTS + index]!++
  }
  const perSecond = (index: number) => {
    let sum = 0
    for (let inSecond = index; inSecond < lastMinute.length; inSecond += COUNTS)
      sum += lastMinute[inSecond] ?? 0
    return sum / SECONDS
  }
  return {
    admitted: (rank: number) => increment(admittedIndex(rank)),
    shed: (rank: number) => increment(shedIndex(rank)),
    /** Empties the counts of the seconds that have started since the last call. */
    tick() {
      const now = Math.floor(clock() / 1_000)
      // When the process was stopped for longer, nothing of its last minute is left.
      second = Math.max(second, now - SECONDS)
      while (second < now) {
        second++
        const start = (second % SECONDS) * COUNTS
        lastMinute.fill(0, start, start + COUNTS)
      }
    },
    classes: (): ClassCounts =>
      recordOf(CLASSES, (_, rank) => ({
        admitted: totals[admittedIndex(rank)] ?? 0,
        shed: totals[shedIndex(rank)] ?? 0,
        rate: { admitted: perSecond(admittedIndex(rank)), shed: perSecond(shedIndex(rank)) },
      })),
  }
}
