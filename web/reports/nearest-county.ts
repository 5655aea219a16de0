import { COUNTY_PATHS } from '#contract/locations/county-paths.ts'

type Point = { x: number; y: number }
/** The direction of each arrow key on a map. */
export const WAYS: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
}

/** The centre of an outline's bounding box. */
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
// Distance aside counts double. A county more than twice as far aside as ahead belongs to another arrow.
const ASIDE = 2
const WIDEST = 2

/** The nearest county in the direction of an arrow; `from` itself at the edge of the country. */
export function nearestCounty(from: number, way: Point): number {
  const here = CENTRES.get(from)
  let nearest = { code: from, far: Number.POSITIVE_INFINITY }
  for (const [code, { x, y }] of here ? CENTRES : []) {
    const [right, down] = [x - (here?.x ?? 0), y - (here?.y ?? 0)]
    const ahead = right * way.x + down * way.y
    const aside = Math.abs(right * way.y + down * way.x)
    const far = ahead + ASIDE * aside
    if (ahead > 0 && aside <= WIDEST * ahead && far < nearest.far) nearest = { code, far }
  }
  return nearest.code
}
