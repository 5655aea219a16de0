import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell, Heading } from './cells.ts'
import { sheetXml } from './sheet.ts'

// Makes an Excel workbook of exported rows.

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
// The XML namespaces and types of the parts of a workbook.
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PART_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// This is our own code, because the stream of the package exceljs fills the memory, and it has nine
// dependencies. The package write-excel-file builds the whole file in memory.

/** All parts of an Excel workbook except its sheet (ISO 29500, transitional). */
const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${PART_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${PART_TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Applications" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // The order of the styles in `cellXfs` must match STYLES: default, heading, instant, text, number.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="d\\ mmm\\ yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

/** The most rows that Excel reads in a sheet, without the heading. */
export const SHEET_ROWS = 1_048_575

/**
 * A workbook of one sheet, zipped only as fast as it is read. Destroying the workbook's stream ends
 * `batches`, and an error in `batches` destroys the stream.
 */
export function xlsxFile(headings: Heading[], batches: AsyncIterable<Cell[][]>, now: Date): Readable {
  const zip = new ZipFile()
  // The type that yazl declares for this stream lacks the method `destroy`, which the stream has.
  const file = zip.outputStream as Readable
  const sheet = Readable.from(sheetXml(headings, batches), { objectMode: false })
  for (const [name, part] of Object.entries(PARTS))
    zip.addBuffer(Buffer.from(XML_DECLARATION + part), name, { mtime: now, compress: false })
  // The lowest level of compression takes half the time of the usual one. The file is a tenth larger.
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { mtime: now, compressionLevel: 1 })
  zip.end()
  const destroyFile = (error: Error) => {
    file.destroy(error)
  }
  sheet.once('error', destroyFile)
  zip.once('error', destroyFile)
  file.once('close', () => sheet.destroy())
  return file
}
