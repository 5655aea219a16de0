import { COUNTY_PATHS } from '#contract/locations/county-paths.ts'

type Point = { x: number; y: number }
/** The direction of each arrow key on a map. */
export const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/**
 * The centre of an outline's bounding box. A path is a point, then steps that each start at the last point.
 */
function centreOf(path: string): Point {
  const [x = 0, y = 0, ...steps] = (path.match(/-?\d+/g) ?? []).map(Number)
  const point = { x, y }
  const box = { left: x, right: x, top: y, bottom: y }
  for (let index = 0; index + 1 < steps.length; index += 2) {
    point.x += steps[index] ?? 0
    point.y += steps[index + 1] ?? 0
    box.left = Math.min(box.left, point.x)
    box.right = Math.max(box.right, point.x)
    box.top = Math.min(box.top, point.y)
    box.bottom = Math.max(box.bottom, point.y)
  }
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
}

const CENTRES = new Map(Object.entries(COUNTY_PATHS).map(([code, path]) => [Number(code), centreOf(path)]))

// The distance to the side counts twice, so that a county straight ahead comes first. If a county is more
// than twice as far to the side as ahead, another arrow leads to it.
const ASIDE_WEIGHT = 2
const MAX_ASIDE_PER_AHEAD = 2

/** The nearest county in the direction of an arrow key. At the edge of the country, it is `from` itself. */
export function nearestCounty(from: number, direction: Point): number {
  const origin = CENTRES.get(from)
  if (!origin) return from
  let nearest = { code: from, distance: Number.POSITIVE_INFINITY }
  for (const [code, { x, y }] of CENTRES) {
    const [right, down] = [x - origin.x, y - origin.y]
    // One coordinate of a direction is 0, so one product of each sum is 0.
    const ahead = right * direction.x + down * direction.y
    const aside = Math.abs(right * direction.y + down * direction.x)
    const distance = ahead + ASIDE_WEIGHT * aside
    if (ahead > 0 && aside <= MAX_ASIDE_PER_AHEAD * ahead && distance < nearest.distance)
      nearest = { code, distance }
  }
  return nearest.code
}
