import { nairobiTime } from '#contract/dates.ts'

/** The content of one cell of an exported file. */
export type Cell = string | number | Date | null
/** A column: its name, its approximate width in characters, and the type of its cells. */
export type Heading = { label: string; width: number; kind: 'text' | 'number' | 'instant' }

/** `2026-11-24 14:02:00` in Nairobi time: spreadsheets in every locale read it as a time. */
export const spreadsheetTime = (moment: Date): string => nairobiTime(moment).slice(0, 19).replace('T', ' ')

/** Days since 30 December 1899 in Nairobi time, as spreadsheets store a time. */
export const serialDay = (moment: Date): number => Date.parse(`${nairobiTime(moment)}Z`) / 86_400_000 + 25_569
