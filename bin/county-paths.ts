// Writes contract/locations/county-paths.ts from the outlines of the counties. Run `node bin/county-paths.ts`
// after the outlines change. A test fails when file and outlines differ.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Point = [x: number, y: number]
type County = { properties: { code: number; name: string }; arcs: number[][] }
/** A TopoJSON file. It stores each point of a line (arc) as the step from the point before. */
type Outlines = { bbox: number[]; arcs: Point[][]; objects: { counties: { geometries: County[] } } }

const root = join(import.meta.dirname, '..')
const OUTPUT_FILE = join(root, 'contract/locations/county-paths.ts')

/**
 * Joins the arcs of an outline into its points. Neighbouring counties share an arc. A negative number means
 * the arc `~number` in reverse: -1 is arc 0, from its end to its start.
 */
const ringOf = (arcs: Point[][], arcNumbers: number[]): Point[] =>
  arcNumbers.flatMap((number) => {
    let position: Point = [0, 0]
    const points = (arcs[number < 0 ? ~number : number] ?? []).map(([stepX, stepY]): Point => {
      position = [position[0] + stepX, position[1] + stepY]
      return position
    })
    // Each arc repeats the last point of the arc before, so leave out its first point.
    return (number < 0 ? points.reverse() : points).slice(1)
  })

// In an SVG path, a minus sign separates two numbers, so it needs no space before it.
const numbersText = (numbers: number[]) =>
  numbers.map((number, index) => (index === 0 || number < 0 ? `${number}` : ` ${number}`)).join('')

/**
 * The outline as an SVG path: the first point, then the step to each next point. Steps of zero are left out.
 */
function pathOf([first, ...others]: Point[]): string {
  if (!first) return ''
  let position = first
  const steps = others.flatMap((point) => {
    const step = [point[0] - position[0], point[1] - position[1]]
    position = point
    return step[0] === 0 && step[1] === 0 ? [] : step
  })
  return `M${numbersText(first)}l${numbersText(steps)}z`
}

/** The content of the file contract/locations/county-paths.ts. */
export function countyPaths(): string {
  const { bbox, arcs, objects } = JSON.parse(
    readFileSync(join(root, 'server/database/reference/counties.topojson'), 'utf8'),
  ) as Outlines
  const paths = objects.counties.geometries.map(({ properties, arcs: rings }) => {
    return `  ${properties.code}: '${rings.map((numbers) => pathOf(ringOf(arcs, numbers))).join('')}',`
  })
  return `// The program bin/county-paths.ts writes this file from server/database/reference/counties.topojson. To
// change it, change that file and run the program.

export const COUNTY_MAP = { width: ${bbox[2]}, height: ${bbox[3]} } as const

/** The outline of each county by its code, as an SVG path within the map. */
export const COUNTY_PATHS: Readonly<Record<number, string>> = {
${paths.join('\n')}
}
`
}

if (import.meta.main) writeFileSync(OUTPUT_FILE, countyPaths())
