import { type PlaceInLine, waitSeconds } from '#contract/line/line.ts'

/**
 * The first wait counts the people ahead; a later one is computed from the pace. If they differ by more than
 * this factor, neither is used alone.
 */
const MOST_APART = 4

/**
 * Returns the seconds to show to a person in the line, for each later mark: the pace, scaled to the first
 * wait.
 */
export function shownWait(place: PlaceInLine): (mark: { until: string; pace: number }) => number {
  const arrived = Date.parse(place.arrived_at)
  const byPace = (mark: { until: string; pace: number }) =>
    waitSeconds(arrived, { until: Date.parse(mark.until), pace: mark.pace })
  const scale = Math.min(
    MOST_APART,
    Math.max(1 / MOST_APART, place.wait_seconds / Math.max(1, byPace(place))),
  )
  return (mark) => Math.ceil(byPace(mark) * scale)
}
