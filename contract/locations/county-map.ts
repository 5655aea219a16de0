import { COUNTY_PATHS } from './county-paths.ts'

/** Where the map of the counties is served with some of them shaded: their codes in order, as `/maps/3-4-47.svg`. */
export const COUNTY_MAP_FILE = '/maps/:file'
export const countyMapAddress = (codes: readonly number[]): string => `/maps/${[...new Set(codes)].sort((left, right) => left - right).join('-')}.svg`

/** The codes in the name of a file; undefined where it is not the one name that these counties have. */
export function codesInFile(file: string): number[] | undefined {
  const codes = /^\d{1,2}(?:-\d{1,2}){0,46}\.svg$/.test(file) ? file.slice(0, -4).split('-').map(Number) : []
  const isOurs = codes.length > 0 && codes.every((code) => code in COUNTY_PATHS) && countyMapAddress(codes) === `/maps/${file}`
  return isOurs ? codes : undefined
}

/** The steps of a map's legend, by the number from which a county is in each: four at most, round, each higher than the one before. */
export function stepsOf(most: number): number[] {
  const rounded = (value: number) => {
    const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
    return Math.max(1, Math.ceil(value / power) * power)
  }
  const wanted = [1, rounded(most / 8), rounded(most / 4), rounded(most / 2)]
  return wanted.filter((from, index) => from <= most && wanted.indexOf(from) === index)
}

/** The step a number is in, from 1 on; 0 for none. */
export const stepAt = (steps: readonly number[], count: number): number => (count < 1 ? 0 : steps.filter((from) => count >= from).length)
