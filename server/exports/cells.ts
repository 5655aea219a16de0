/** The content of one cell of an exported file. */
export type Cell = string | number | Date | null
/** A column: its name, its approximate width in characters, and the type of its cells. */
export type Heading = { label: string; width: number; kind: 'text' | 'number' | 'instant' }

const NAIROBI_MS = 3 * 3_600_000

/** `2026-11-24 14:02:00` in Nairobi time: spreadsheets in every locale read it as a time. */
export const spreadsheetTime = (moment: Date): string =>
  new Date(moment.getTime() + NAIROBI_MS).toISOString().slice(0, 19).replace('T', ' ')

/** Days since 30 December 1899 in Nairobi time, as spreadsheets store a time. */
export const serialDay = (moment: Date): number => (moment.getTime() + NAIROBI_MS) / 86_400_000 + 25_569
