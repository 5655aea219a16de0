import { Readable } from 'node:stream'
import { spreadsheetTime } from './cells.ts'
import type { Cell, Heading } from './cells.ts'

const BOM = '\ufeff'
// No csv-stringify: its `escape_formulas` guards fewer of these.
// Characters that start a formula in spreadsheets (OWASP, CSV injection), also in full width, and after
// invisible characters.
const BEGINS = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe62\\ufe63\\ufe66\\ufe6b]'
const UNSEEN = '\\s"\\u200b-\\u200d\\u2060\\ufeff'
const CALCULATED = new RegExp(`^(?=[\\t\\r\\n]|[${UNSEEN}]*${BEGINS})`)
// A program set to another separator starts a cell after it, even inside quotes.
const RUN = new RegExp(`([;${UNSEEN}]+)(${BEGINS})?`, 'g')
const guarded = (run: string, before: string, begins?: string) =>
  begins && /[;\t\r\n]/.test(before) ? `${before}'${begins}` : run

/** One cell by RFC 4180. Text that a spreadsheet would calculate gets an apostrophe in front. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return spreadsheetTime(cell)
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(CALCULATED, "'").replace(RUN, guarded)
  return /[",;\t\r\n]|^[\s']|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (cells: Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

async function* lines(headings: Heading[], rows: AsyncIterable<Cell[][]>) {
  // Without a byte order mark, Excel reads UTF-8 as Latin-1.
  yield `${BOM}${line(headings.map(({ label }) => label))}`
  for await (const some of rows) yield some.map(line).join('')
}

/** RFC 4180 with a byte order mark, written as it is read. Destroying the stream ends `rows`. */
export const csvFile = (headings: Heading[], rows: AsyncIterable<Cell[][]>): Readable =>
  Readable.from(lines(headings, rows), { objectMode: false })
