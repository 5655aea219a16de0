import { nairobiTime } from '#contract/dates.ts'

/** The content of one cell of an exported file. */
export type Cell = string | number | Date | null
/** A column: its name, its approximate width in characters, and the type of its cells. */
export type Heading = { label: string; width: number; kind: 'text' | 'number' | 'instant' }

/** `2026-11-24 14:02:00` in Nairobi time: spreadsheets in every locale read it as a time. */
export const spreadsheetTime = (moment: Date): string => nairobiTime(moment).slice(0, 19).replace('T', ' ')

const DAY_MS = 86_400_000
/** Days from 30 December 1899, where spreadsheets start to count, to 1 January 1970. */
const DAYS_BEFORE_1970 = 25_569

/**
 * A time in Nairobi as spreadsheets store it: days and parts of a day since 30 December 1899. They know no
 * time zones, so the clock time of Nairobi is computed with as if it were UTC (`Z`).
 */
export const serialDay = (moment: Date): number =>
  Date.parse(`${nairobiTime(moment)}Z`) / DAY_MS + DAYS_BEFORE_1970
