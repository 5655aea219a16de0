import { Readable } from 'node:stream'
import { spreadsheetTime } from './cells.ts'
import type { Cell, Heading } from './cells.ts'

// Makes a CSV file of exported rows that is safe to open in a spreadsheet.

const BYTE_ORDER_MARK = '\ufeff'
// The characters that start a formula in spreadsheets (OWASP, CSV injection): = + - @, also in full width and
// small forms. The package csv-stringify is not used, because its `escape_formulas` misses some of them.
const FORMULA_START = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe62\\ufe63\\ufe66\\ufe6b]'
// Characters that a spreadsheet may ignore before a formula.
const INVISIBLE = '\\s"\\u200b-\\u200d\\u2060\\ufeff'
// Matches the start of `=1+1` and ` @SUM(A1)`, but not of `a=1`.
const STARTS_FORMULA = new RegExp(`^(?=[\\t\\r\\n]|[${INVISIBLE}]*${FORMULA_START})`)
// A program set to another separator, such as a semicolon, starts a cell after it, even inside quotes.
const SEPARATOR_THEN_FORMULA = new RegExp(`([;${INVISIBLE}]+)(${FORMULA_START})?`, 'g')
/** Puts an apostrophe between such a separator and the start of a formula. */
const guardFormula = (match: string, separator: string, formulaStart?: string) =>
  formulaStart && /[;\t\r\n]/.test(separator) ? `${separator}'${formulaStart}` : match

/**
 * One cell by RFC 4180. An apostrophe before a formula makes spreadsheets show it instead of calculating it.
 */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return spreadsheetTime(cell)
  if (typeof cell === 'number') return String(cell)
  const text = cell.replace(STARTS_FORMULA, "'").replace(SEPARATOR_THEN_FORMULA, guardFormula)
  // In quotes, no program cuts the cell or trims it: `a;b`, ` a` and `'=1` get them, `a b` does not.
  return /[",;\t\r\n]|^[\s']|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const line = (cells: Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

async function* csvText(headings: Heading[], batches: AsyncIterable<Cell[][]>) {
  // Without a byte order mark, Excel reads UTF-8 as Latin-1.
  yield `${BYTE_ORDER_MARK}${line(headings.map(({ label }) => label))}`
  for await (const rows of batches) yield rows.map(line).join('')
}

/**
 * A file by RFC 4180 with a byte order mark. It reads `batches` of rows only as fast as the stream is read.
 * Destroying the stream ends `batches`.
 */
export const csvFile = (headings: Heading[], batches: AsyncIterable<Cell[][]>): Readable =>
  Readable.from(csvText(headings, batches), { objectMode: false })
