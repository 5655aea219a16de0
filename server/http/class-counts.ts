import { type Class, CLASSES } from '#contract/endpoint.ts'
import { recordOf } from '../record-of.ts'

type Pair = { admitted: number; shed: number }
export type ClassCounts = Record<Class, Pair & { /** Per second, over the last minute. */ rate: Pair }>

const SECONDS = 60
const WIDTH = CLASSES.length * 2

/**
 * Counts how many calls of each class were admitted and shed: since the start, and in each of the last sixty
 * seconds.
 */
export function classCounter(clock: () => number) {
  const totals = new Float64Array(WIDTH)
  const minute = new Uint32Array(WIDTH * SECONDS)
  let second = Math.floor(clock() / 1_000)
  const add = (position: number) => {
    totals[position]!++
    minute[(second % SECONDS) * WIDTH + position]!++
  }
  const perSecond = (position: number) => {
    let sum = 0
    for (let each = position; each < minute.length; each += WIDTH) sum += minute[each] ?? 0
    return sum / SECONDS
  }
  return {
    admitted: (rank: number) => add(rank * 2),
    shed: (rank: number) => add(rank * 2 + 1),
    tick() {
      const now = Math.floor(clock() / 1_000)
      // When the process was stopped for longer, nothing of its last minute is left.
      for (second = Math.max(second, now - SECONDS); second < now; )
        minute.fill(0, (++second % SECONDS) * WIDTH, ((second % SECONDS) + 1) * WIDTH)
    },
    classes: () =>
      recordOf(CLASSES, (_, rank) => {
        const [admitted, shed] = [rank * 2, rank * 2 + 1]
        return {
          admitted: totals[admitted] ?? 0,
          shed: totals[shed] ?? 0,
          rate: { admitted: perSecond(admitted), shed: perSecond(shed) },
        }
      }),
  }
}
