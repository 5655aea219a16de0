/**
 * Writes contract/locations/county-paths.ts from the outlines of the counties: `node bin/county-paths.ts`. A
 * test holds the one against the other.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Point = [x: number, y: number]
type County = { properties: { code: number; name: string }; arcs: number[][] }
type Outlines = { bbox: number[]; arcs: Point[][]; objects: { counties: { geometries: County[] } } }

const root = join(import.meta.dirname, '..')
const TO = join(root, 'contract/locations/county-paths.ts')

/** Neighbours share an arc: a number below nought is that arc walked backwards. */
const ringOf = (arcs: Point[][], numbers: number[]): Point[] =>
  numbers.flatMap((number) => {
    let position: Point = [0, 0]
    const points = (arcs[number < 0 ? ~number : number] ?? []).map(
      ([x, y]): Point => (position = [position[0] + x, position[1] + y]),
    )
    // The end of each arc is the beginning of the next.
    return (number < 0 ? points.reverse() : points).slice(1)
  })

// A minus separates two numbers as well as a space does.
const written = (numbers: number[]) =>
  numbers.map((number, index) => (index === 0 || number < 0 ? `${number}` : ` ${number}`)).join('')

function pathOf([first, ...others]: Point[]): string {
  if (!first) return ''
  let position = first
  const steps = others.flatMap((point) => {
    const step = [point[0] - position[0], point[1] - position[1]]
    position = point
    return step[0] === 0 && step[1] === 0 ? [] : step
  })
  return `M${written(first)}l${written(steps)}z`
}

export function countyPaths(): string {
  const { bbox, arcs, objects } = JSON.parse(
    readFileSync(join(root, 'server/database/reference/counties.topojson'), 'utf8'),
  ) as Outlines
  const paths = objects.counties.geometries.map(({ properties, arcs: rings }) => {
    return `  ${properties.code}: '${rings.map((numbers) => pathOf(ringOf(arcs, numbers))).join('')}',`
  })
  return `// Written by bin/county-paths.ts: change server/database/reference/counties.topojson, and have it written
// again.

export const COUNTY_MAP = { width: ${bbox[2]}, height: ${bbox[3]} } as const

/** The outline of each county by its code, as an SVG path within the map. */
export const COUNTY_PATHS: Readonly<Record<number, string>> = {
${paths.join('\n')}
}
`
}

if (import.meta.main) writeFileSync(TO, countyPaths())
