import { COUNTY_PATHS } from './county-paths.ts'

export type MappedCounty = {
  code: number
  /** The shade of a county, from 1, the lightest, to 4. Without it, all counties have the same shade. */
  shade?: number | undefined
}

/** The route of the server that answers with county maps. */
export const COUNTY_MAP_ROUTE = '/maps/:file'

/**
 * The path of the county map on which some counties are shaded. It has their codes in order, as in
 * `/maps/3-4-47.svg`. A shade follows the code: `/maps/3.1-4.4.svg`.
 */
export function countyMapAddress(counties: readonly MappedCounty[]): string {
  const shades = new Map(counties.map(({ code, shade }) => [code, shade]))
  const parts = [...shades]
    .sort(([left], [right]) => left - right)
    .map(([code, shade]) => (shade === undefined ? code : `${code}.${shade}`))
  return `/maps/${parts.join('-')}.svg`
}

/** The counties that a file name has; undefined unless it is the only valid name for these counties. */
export function countiesInFile(file: string): MappedCounty[] | undefined {
  // Matches `3-4.2-47.svg`, with at most 47 counties. Refuses `3-4.5.svg`, because there are four shades.
  if (!/^\d{1,2}(?:\.[1-4])?(?:-\d{1,2}(?:\.[1-4])?){0,46}\.svg$/.test(file)) return undefined
  const counties = file
    .slice(0, -'.svg'.length)
    .split('-')
    .map((part) => {
      const [code, shade] = part.split('.').map(Number)
      return { code: code ?? 0, shade }
    })
  // Caches store one map for each name, so that the same counties must have only one name.
  const isOnlyName =
    counties.every(({ code }) => code in COUNTY_PATHS) && countyMapAddress(counties) === `/maps/${file}`
  return isOnlyName ? counties : undefined
}

/** The lower limits of the steps in the map's legend: at most four round numbers, in rising order. */
export function stepsOf(highest: number): number[] {
  // Rounds up to one digit and zeros: 37 becomes 40, and 210 becomes 300.
  const rounded = (bound: number) => {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, bound)))
    return Math.max(1, Math.ceil(bound / power) * power)
  }
  // Each limit is about twice the one before, so that small numbers get different shades too.
  const lowerBounds = [1, rounded(highest / 8), rounded(highest / 4), rounded(highest / 2)]
  // Leaves out limits above the highest number, and repeated limits.
  return lowerBounds.filter((from, index) => from <= highest && lowerBounds.indexOf(from) === index)
}

/** The legend's step for a number, from 1; 0 for a number below 1. */
export const stepAt = (steps: readonly number[], count: number): number =>
  count < 1 ? 0 : steps.filter((from) => count >= from).length
