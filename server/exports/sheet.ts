import { type Cell, type Heading, serialDay } from './cells.ts'

/** Indexes in the list `cellXfs` of the workbook's styles. */
export const STYLES = { heading: 1, instant: 2, text: 3, number: 4 } as const

const MAX_TEXT = 32_767
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// XML 1.0 allows no other control characters, no single surrogates, and neither of the last two.
// oxlint-disable-next-line no-control-regex -- these are the ones that must not pass
const NO_XML =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Text as a sheet stores it. Excel reads `_x0041_` as the character of that number (ISO 29500, ST_Xstring),
 * so such text is escaped as the standard requires.
 */
export const sheetText = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .replace(NO_XML, '')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? '')

/** `A`, `Z`, `AA` */
export const columnName = (position: number): string =>
  (position < 26 ? '' : columnName(Math.floor(position / 26) - 1)) + String.fromCharCode(65 + (position % 26))

const textCell = (ref: string, style: number, text: string) =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`
// Text is stored as type text: whatever it starts with, it is never calculated, and no leading zero is lost.
const cellOf = (ref: string, cell: Cell) => {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'string') return textCell(ref, STYLES.text, cell)
  if (cell instanceof Date) return `<c r="${ref}" s="${STYLES.instant}"><v>${serialDay(cell)}</v></c>`
  return Number.isFinite(cell) ? `<c r="${ref}" s="${STYLES.number}"><v>${cell}</v></c>` : ''
}
const row = (number: number, cells: string[]) => `<row r="${number}">${cells.join('')}</row>`

/** One sheet: the first row stays visible and has filters; each column has its given width. */
export async function* sheetXml(headings: Heading[], rows: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  const names = headings.map((_, index) => columnName(index))
  const columns = headings
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('')
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>${row(
    1,
    headings.map(({ label }, index) => textCell(`${names[index]}1`, STYLES.heading, label)),
  )}`
  let last = 1
  for await (const some of rows) {
    let text = ''
    for (const cells of some) {
      last++
      text += row(
        last,
        cells.map((cell, index) => cellOf(`${names[index]}${last}`, cell)),
      )
    }
    if (text) yield text
  }
  const all = `A1:${names.at(-1)}${last}`
  yield `</sheetData><autoFilter ref="${all}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}
