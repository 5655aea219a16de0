import { type PlaceInLine, waitSeconds } from '#contract/line/line.ts'

/**
 * The first wait is computed from the people ahead, every later wait from the pace of the line. Later waits
 * are multiplied so that they fit the first one, but by no more than this factor.
 */
const MAX_FACTOR = 4

/**
 * Returns a function that gives the seconds a person in the line still waits. It takes a mark of the line.
 * Everyone who arrived by `until` may come in, and each second `until` moves forward by `pace` seconds.
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
