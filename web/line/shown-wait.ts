import { type PlaceInLine, waitSeconds } from '#contract/line/endpoints.ts'

/** How far the first wait, which counts the people ahead, and the one by the pace may differ before neither is believed alone. */
const MOST_APART = 4

/** The seconds that are shown to someone in the line, by each later mark: the pace, held to the first wait. */
export function shownWait(place: PlaceInLine): (mark: { until: string; pace: number }) => number {
  const arrived = Date.parse(place.arrived_at)
  const byPace = (mark: { until: string; pace: number }) => waitSeconds(arrived, { until: Date.parse(mark.until), pace: mark.pace })
  const scale = Math.min(MOST_APART, Math.max(1 / MOST_APART, place.wait_seconds / Math.max(1, byPace(place))))
  return (mark) => Math.ceil(byPace(mark) * scale)
}
