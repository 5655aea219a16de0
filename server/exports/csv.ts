import { Readable } from 'node:stream'
import { spreadsheetTime } from './cells.ts'
import type { Cell, Heading } from './cells.ts'

// Makes a CSV file of exported rows that is safe to open in a spreadsheet.

const BYTE_ORDER_MARK = '\ufeff'
// The characters that start a formula in spreadsheets (OWASP, CSV injection): = + - @, also in full width and
// small forms. The package csv-stringify is not used, because its `escape_formulas` misses some of them.
const FORMULA_START = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe62\\ufe63\\ufe66\\ufe6b]'
// Characters before a formula that a spreadsheet may ignore.
const INVISIBLE = '\\s"\\u200b-\\u200d\\u2060\\ufeff'
// Matches the start of a cell that a spreadsheet would calculate: `=1+1` and ` @SUM(A1)`, but not `a=1`.
const STARTS_FORMULA = new RegExp(`^(?=[\\t\\r\\n]|[${INVISIBLE}]*${FORMULA_START})`)
// Some programs start a new cell after a semicolon, a tab or a line break, even inside quotes. Matches such
// separators and invisible characters, with the start of a formula after them.
const SEPARATOR_THEN_FORMULA = new RegExp(`([;${INVISIBLE}]+)(${FORMULA_START})?`, 'g')
/** Puts an apostrophe between a separator in a text and the start of a formula after the separator. */
const guardFormula = (match: string, separator: string, formulaStart?: string) =>
  formulaStart && /[;\t\r\n]/.test(separator) ? `${separator}'${formulaStart}` : match

/**
 * Writes one cell of a CSV file by RFC 4180. With an apostrophe before it, spreadsheets show a formula
 * instead of calculating it.
 */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return spreadsheetTime(cell)
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(STARTS_FORMULA, "'").replace(SEPARATOR_THEN_FORMULA, guardFormula)
  // Quotes keep programs from splitting or trimming a text: `a;b`, ` a` and `'=1` get quotes, but not `a b`.
  return /[",;\t\r\n]|^[\s']|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (cells: Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

async function* csvText(headings: Heading[], batches: AsyncIterable<Cell[][]>) {
  // A byte order mark, without which Excel reads UTF-8 as Latin-1.
  yield `${BYTE_ORDER_MARK}${line(headings.map(({ label }) => label))}`
  for await (const rows of batches) yield rows.map(line).join('')
}

/**
 * A CSV file by RFC 4180 with a byte order mark. It reads `batches` of rows only as fast as the stream is
 * read. Destroying the stream ends `batches`.
 */
export const csvFile = (headings: Heading[], batches: AsyncIterable<Cell[][]>): Readable =>
  Readable.from(csvText(headings, batches), { objectMode: false })
