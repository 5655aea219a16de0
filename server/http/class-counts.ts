import { type Class, CLASSES } from '#contract/endpoint.ts'
import { recordOf } from '../record-of.ts'

type CallCount = { admitted: number; shed: number }
/** The calls of each class since the start. `rate` is its calls per second over the last minute. */
type ClassCounts = Record<Class, CallCount & { rate: CallCount }>

const SECONDS = 60
/**
 * The arrays below hold two numbers for each class of calls: first the admitted calls, then the shed ones.
 */
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
  /** The counts of each of the last sixty seconds, stored second after second. */
  const lastMinute = new Uint32Array(COUNTS * SECONDS)
  let second = Math.floor(clock() / 1_000)
  const increment = (index: number) => {
    totals[index]!++
    lastMinute[(second % SECONDS) * COUNTS + index]!++
  }
  const perSecond = (index: number) => {
    let sum = 0
    for (let position = index; position < lastMinute.length; position += COUNTS)
      sum += lastMinute[position] ?? 0
    return sum / SECONDS
  }
  return {
    admitted: (rank: number) => increment(admittedIndex(rank)),
    shed: (rank: number) => increment(shedIndex(rank)),
    /** Empties the counts of the seconds that have started since the last call. */
    tick() {
      const now = Math.floor(clock() / 1_000)
      // After a pause of more than a minute, all sixty seconds are emptied, and none twice.
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
