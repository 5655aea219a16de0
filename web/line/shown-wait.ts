import { type PlaceInLine, waitSeconds } from '#contract/line/line.ts'

/**
 * The first wait shown comes from the number of people ahead, every later one from the pace of the line.
 * Later waits are scaled to fit the first, at most by this factor.
 */
const MAX_FACTOR = 4

/**
 * Returns a function from a mark of the line to the seconds that a person still waits. Everyone who arrived
 * by `until` may come in. Each second, `until` moves forward by `pace` seconds.
 */
export function shownWait(place: PlaceInLine): (mark: { until: string; pace: number }) => number {
  const arrivedAt = Date.parse(place.arrived_at)
  const secondsByPace = (mark: { until: string; pace: number }) =>
    waitSeconds(arrivedAt, { until: Date.parse(mark.until), pace: mark.pace })
  const scale = Math.min(
    MAX_FACTOR,
    Math.max(1 / MAX_FACTOR, place.wait_seconds / Math.max(1, secondsByPace(place))),
  )
  return (mark) => Math.ceil(secondsByPace(mark) * scale)
}
