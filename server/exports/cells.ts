/** What stands in one cell of an exported file. */
export type Cell = string | number | Date | null
/** Of a column: its name, about how many letters wide it is, and what its cells are. */
export type Heading = { label: string; width: number; kind: 'text' | 'number' | 'instant' }

const NAIROBI_MS = 3 * 3_600_000

/** `2026-11-24 14:02:00`, in Nairobi: what spreadsheets of all countries take for a time. */
export const spreadsheetTime = (moment: Date): string => new Date(moment.getTime() + NAIROBI_MS).toISOString().slice(0, 19).replace('T', ' ')

/** Days since 30 December 1899 in Nairobi: how a spreadsheet keeps a time. */
export const serialDay = (moment: Date): number => (moment.getTime() + NAIROBI_MS) / 86_400_000 + 25_569
