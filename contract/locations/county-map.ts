import { COUNTY_PATHS } from './county-paths.ts'

export type MappedCounty = {
  code: number
  /** From 1, the lightest, to 4. Without one, all counties have the same shade. */
  shade?: number | undefined
}

/**
 * The path of the county map with some counties shaded: their codes in order, as `/maps/3-4-47.svg`. A shade
 * follows the code: `/maps/3.1-4.4.svg`.
 */
export const COUNTY_MAP_FILE = '/maps/:file'
export function countyMapAddress(counties: readonly MappedCounty[]): string {
  const shades = new Map(counties.map(({ code, shade }) => [code, shade]))
  const parts = [...shades]
    .sort(([left], [right]) => left - right)
    .map(([code, shade]) => (shade === undefined ? code : `${code}.${shade}`))
  return `/maps/${parts.join('-')}.svg`
}

/** The counties in a file name; undefined unless it is the only valid name for these counties. */
export function countiesInFile(file: string): MappedCounty[] | undefined {
  if (!/^\d{1,2}(?:\.[1-4])?(?:-\d{1,2}(?:\.[1-4])?){0,46}\.svg$/.test(file)) return undefined
  const counties = file
    .slice(0, -4)
    .split('-')
    .map((part) => {
      const [code, shade] = part.split('.').map(Number)
      return { code: code ?? 0, shade }
    })
  const isOurs =
    counties.every(({ code }) => code in COUNTY_PATHS) && countyMapAddress(counties) === `/maps/${file}`
  return isOurs ? counties : undefined
}

/** The lower bounds of the legend's steps: at most four round numbers, in rising order. */
export function stepsOf(highest: number): number[] {
  const rounded = (value: number) => {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
    return Math.max(1, Math.ceil(value / power) * power)
  }
  const lowerBounds = [1, rounded(highest / 8), rounded(highest / 4), rounded(highest / 2)]
  return lowerBounds.filter((from, index) => from <= highest && lowerBounds.indexOf(from) === index)
}

/** The step of a number, from 1; 0 below 1. */
export const stepAt = (steps: readonly number[], count: number): number =>
  count < 1 ? 0 : steps.filter((from) => count >= from).length
