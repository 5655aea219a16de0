import { type Cell, type Heading, serialDay } from './cells.ts'

// Makes the XML of the single sheet in an exported Excel workbook. `xlsx.ts` makes the other parts.

/** Indexes of cell styles, in the list `cellXfs` of the workbook. */
const STYLES = { heading: 1, instant: 2, text: 3, number: 4 } as const

/** The most characters that Excel reads in one cell. */
const MAX_CELL_CHARACTERS = 32_767
/** An underscore, escaped as the Excel standard requires. */
const ESCAPED_UNDERSCORE = '_x005F_'
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that XML 1.0 forbids: most control characters, U+FFFE, U+FFFF and single surrogates.
const FORBIDDEN_IN_XML =
  // oxlint-disable-next-line no-control-regex -- these are the ones that must not pass
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Text as a sheet stores it. Excel reads `_x0041_` as the character with that number (ISO 29500, ST_Xstring).
 * Such text is escaped as the standard requires.
 */
const sheetText = (text: string): string =>
  text
    .slice(0, MAX_CELL_CHARACTERS)
    .replace(FORBIDDEN_IN_XML, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, ESCAPED_UNDERSCORE)
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The name of a column, from its index: 0 is `A`, 25 is `Z`, 26 is `AA`. */
export const columnName = (index: number): string => {
  const lastCharacter = ALPHABET.charAt(index % ALPHABET.length)
  const charactersBefore = index < ALPHABET.length ? '' : columnName(Math.floor(index / ALPHABET.length) - 1)
  return charactersBefore + lastCharacter
}

const textCell = (ref: string, style: number, text: string) =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`
// A text cell has the type text. So Excel never calculates it as a formula, and keeps leading zeros.
const cellXml = (ref: string, cell: Cell) => {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(ref, STYLES.text, cell)
  if (cell instanceof Date) return `<c r="${ref}" s="${STYLES.instant}"><v>${serialDay(cell)}</v></c>`
  return Number.isFinite(cell) ? `<c r="${ref}" s="${STYLES.number}"><v>${cell}</v></c>` : ''
}
const rowXml = (number: number, cells: string[]) => `<row r="${number}">${cells.join('')}</row>`

/**
 * The XML of one sheet. Its first row stays visible and has filters. Each column has its given width. Excel
 * shows no warnings about numbers that are stored as text.
 */
export async function* sheetXml(
  headings: Heading[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  const names = headings.map((_, index) => columnName(index))
  const columns = headings
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('')
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>${rowXml(
    1,
    headings.map(({ label }, index) => textCell(`${names[index]}1`, STYLES.heading, label)),
  )}`
  let rowNumber = 1
  for await (const rows of batches) {
    let xml = ''
    for (const cells of rows) {
      rowNumber++
      xml += rowXml(
        rowNumber,
        cells.map((cell, index) => cellXml(`${names[index]}${rowNumber}`, cell)),
      )
    }
    if (xml) yield xml
  }
  const allCells = `A1:${names.at(-1)}${rowNumber}`
  yield `</sheetData><autoFilter ref="${allCells}"/><ignoredErrors><ignoredError sqref="${allCells}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}
