import { Readable } from 'node:stream'
import { spreadsheetTime } from './cells.ts'
import type { Cell, Heading } from './cells.ts'

const BOM = '\ufeff'
// What spreadsheets take for the beginning of a formula (OWASP, CSV injection): also in full width, and behind what cannot be seen.
const BEGINS = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe62\\ufe63\\ufe66\\ufe6b]'
const UNSEEN = '\\s"\\u200b-\\u200d\\u2060\\ufeff'
const CALCULATED = new RegExp(`^(?=[\\t\\r\\n]|[${UNSEEN}]*${BEGINS})`)
// A program that was told another separator begins a cell behind it, whatever the quotes say.
const RUN = new RegExp(`([;${UNSEEN}]+)(${BEGINS})?`, 'g')
const guarded = (run: string, before: string, begins?: string) => (begins && /[;\t\r\n]/.test(before) ? `${before}'${begins}` : run)

/** One cell by RFC 4180; what a spreadsheet would calculate begins with an apostrophe. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return spreadsheetTime(cell)
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(CALCULATED, "'").replace(RUN, guarded)
  return /[",;\t\r\n]|^[\s']|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (cells: Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

async function* lines(headings: Heading[], rows: AsyncIterable<Cell[][]>) {
  // Without the mark at its beginning, Excel reads UTF-8 as if it were Latin.
  yield `${BOM}${line(headings.map(({ label }) => label))}`
  for await (const some of rows) yield some.map(line).join('')
}

/** RFC 4180 with a byte order mark, as it is read; ends the rows when it is destroyed. */
export const csvFile = (headings: Heading[], rows: AsyncIterable<Cell[][]>): Readable => Readable.from(lines(headings, rows), { objectMode: false })
