import { type PlaceInLine, waitSeconds } from '#contract/line/line.ts'

/**
 * The first wait counts the people ahead; a later one is computed from the pace. If they differ by more than
 * this factor, neither is used alone.
 */
const MAX_FACTOR = 4

/**
 * Returns the seconds to show to a person in the line, for each later mark: the pace, scaled to the first
 * wait.
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
