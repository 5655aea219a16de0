import { COUNTY_PATHS } from './county-paths.ts'

/** The path of the county map with some counties shaded: their codes in order, as `/maps/3-4-47.svg`. */
export const COUNTY_MAP_FILE = '/maps/:file'
export const countyMapAddress = (codes: readonly number[]): string =>
  `/maps/${[...new Set(codes)].sort((left, right) => left - right).join('-')}.svg`

/** The county codes in a file name; undefined unless it is the only valid name for these counties. */
export function codesInFile(file: string): number[] | undefined {
  const codes = /^\d{1,2}(?:-\d{1,2}){0,46}\.svg$/.test(file) ? file.slice(0, -4).split('-').map(Number) : []
  const isOurs =
    codes.length > 0 &&
    codes.every((code) => code in COUNTY_PATHS) &&
    countyMapAddress(codes) === `/maps/${file}`
  return isOurs ? codes : undefined
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
