import { nairobiTime } from '#contract/dates.ts'

/** The content of one cell in a file that officers export. */
export type Cell = string | number | Date | null
/** A column: its name, its approximate width in characters, and the type of its cells. */
export type Heading = { label: string; width: number; kind: 'text' | 'number' | 'instant' }

const LENGTH_TO_SECONDS = '2026-11-24T14:02:00'.length
/**
 * A time in a file, `2026-11-24 14:02:00` in Nairobi. Spreadsheets in every locale read this form as a time.
 */
export const spreadsheetTime = (moment: Date): string =>
  nairobiTime(moment).slice(0, LENGTH_TO_SECONDS).replace('T', ' ')

const DAY_MS = 86_400_000
/** How many days before 1 January 1970 spreadsheets start to count: on 30 December 1899. */
const DAYS_BEFORE_1970 = 25_569

/**
 * A time in Nairobi as spreadsheets store it: days and parts of a day since 30 December 1899. Spreadsheets
 * know no time zones, so Nairobi's clock time is treated as if it were UTC (`Z`).
 */
export const serialDay = (moment: Date): number =>
  Date.parse(`${nairobiTime(moment)}Z`) / DAY_MS + DAYS_BEFORE_1970
