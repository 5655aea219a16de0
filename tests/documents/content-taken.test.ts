import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import {
  compound,
  contentTypes,
  docx,
  jpeg,
  pdf,
  png,
  relation,
  relations,
  zip,
} from '../support/sample-files.ts'
import { applicantWith, type WithApplication } from '../support/uploads.ts'
import { rels, body, fieldOf, field, HOME, zipped, external } from '../support/odd-documents.ts'

// `applicantWith` creates a person with a draft application, and functions for its documents.
let portal: Portal
let person: WithApplication
before(async () => {
  portal = await openPortal()
  person = await applicantWith(portal)
})
// Deletes the counts of uploads, because a person may upload only a limited number of files.
beforeEach(() => portal.db.run(sql`delete from counters`))
after(() => portal.close())

/** The warnings about this person's CV that the portal noted while it read the file, such as `javascript`. */
const flagsOf = async () =>
  (
    await portal.db.row<{ flags: string[] }>(
      sql`select flags from application_documents where application_id = ${person.id} and kind = 'cv'`,
    )
  )?.flags

describe('T13 which documents are accepted', () => {
  // These documents are accepted. `compound` makes an old .doc, `external` a .docx with a reference to the
  // outside. `field` and `body` make a .docx with these fields or this text, `zipped` an object stream of a
  // PDF.
  const taken: [what: string, bytes: Buffer][] = [
    [
      'a .docx with a template on its author’s disk',
      external('attachedTemplate', 'file:///C:\\Program%20Files\\Templates\\Resume.dotx'),
    ],
    ['a .docx with a template beside it', external('attachedTemplate', 'Normal.dotm')],
    [
      'a .docx with a picture on its author’s disk',
      external('image', 'file://localhost/Users/wanjiku/photo.png'),
    ],
    ['a .docx that a mailer ended with a line', Buffer.concat([docx(), Buffer.from('\r\n')])],
    ['a .doc with its names in capitals', compound(['WORDDOCUMENT', '1TABLE'])],
    ['a .docx with a link to follow', docx()],
    [
      'a .docx with a picture',
      docx({
        'word/media/image1.png': png(),
        'word/_rels/document.xml.rels': relations(relation('image', 'media/image1.png')),
      }),
    ],
    [
      'a .docx whose main part has a number',
      zip([
        { name: '[Content_Types].xml', data: contentTypes() },
        { name: '_rels/.rels', data: relations() },
        { name: 'word/document2.xml', data: '<x/>' },
      ]),
    ],
    [
      'a .docx from a system with other slashes',
      zip([
        { name: '[Content_Types].xml', data: contentTypes() },
        { name: 'word\\document.xml', data: '<x/>' },
      ]),
    ],
    [
      'a .docx that is not packed',
      zip([
        { name: '[Content_Types].xml', data: contentTypes(), stored: true },
        { name: 'word/document.xml', data: '<x/>', stored: true },
      ]),
    ],
    [
      'a .docx of exactly 2,000 parts',
      docx(
        {},
        Array.from({ length: 1_996 }, (_, index) => ({ name: `w/${index}`, data: '', stored: true })),
      ),
    ],
    [
      'a .docx with the word External in its text',
      docx({ 'word/document.xml': '<w:t>TargetMode="External" macroEnabled vbaProject.bin</w:t>' }),
    ],
    ['a .docx with a remark in its relations', rels(`<!-- ${relation('attachedTemplate', 'x', true)} -->`)],
    [
      'a .docx with fields that stay at home',
      body(HOME.map((words) => fieldOf(words)).join('') + '<w:fldSimple w:instr="NUMPAGES"/>'),
    ],
    [
      'a .docx with a field in the result of another',
      body(fieldOf('TOC').replace('<w:t>1</w:t></w:r>', `<w:t>1</w:t></w:r>${fieldOf('PAGEREF _1')}`)),
    ],
    [
      'a .docx whose text speaks of fields',
      body('<w:r><w:t>DDEAUTO INCLUDEPICTURE "http://x.example"</w:t></w:r>'),
    ],
    [
      'a .docx with a long citation',
      field('ADDIN CSL_CITATION ', `{"url":"http://x.example/${'a'.repeat(200_000)}"}`),
    ],
    [
      'a .docx with data whose names have other letters, or are long',
      docx({
        'customXml/item1.xml': `<àttestation xmlns="x"><${'名前'.repeat(50)} ключ="1"/></àttestation>`,
      }),
    ],
    [
      'a .docx with a drawing from elsewhere',
      docx({ 'word/media/image1.svg': '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"><svg/>' }),
    ],
    ['a .doc with an empty object pool', compound(['WordDocument', '1Table', 'ObjectPool'])],
    ['a PDF with bytes behind its end', Buffer.concat([pdf(), Buffer.alloc(2_000, '\n')])],
    ['a PNG of exactly 40,000,000 pixels', png({ width: 8_000, height: 5_000 })],
    ['a JPEG that was cut off', jpeg().subarray(0, -2)],
  ]
  for (const [what, bytes] of taken) {
    test(`T13 ${what}`, async () => {
      const answer = await person.upload(bytes, 'cv')
      assert.equal(answer.status, 200, answer.text)
    })
  }
  for (const [what, inside, flags] of [
    ['nothing beside its page', '', []],
    ['JavaScript', '4 0 obj<</S/JavaScript/JS(app.alert\\(1\\))>>endobj', ['javascript']],
    ['JavaScript with its letters spelled', '4 0 obj<</S/J#61va#53cript>>endobj', ['javascript']],
    [
      'JavaScript whose name ends at a comment',
      '4 0 obj<</S/JavaScript%\n/X 1>>endobj 5 0 obj<</A/Launch\0>>endobj',
      ['javascript', 'launch'],
    ],
    ['a program to start', '4 0 obj<</S/Launch/F(x)>>endobj', ['launch']],
    ['a file inside', '4 0 obj<</Type/EmbeddedFile>>endobj', ['embedded_file']],
    ['a password', '4 0 obj<</Encrypt 5 0 R>>endobj', ['encrypted']],
    ['JavaScript in packed objects', zipped('<</S/JavaScript/JS(app.alert\\(1\\))>>'), ['javascript']],
    [
      'JavaScript in packed objects without their type',
      zipped('<</S/J#61vaScript>>', '/N 1/First 4'),
      ['javascript'],
    ],
    ['JavaScript as the last packed object', zipped('/JavaScript'), ['javascript']],
    [
      'packed objects behind a long entry',
      zipped('<</S/JavaScript>>', `/Type/Obj#53tm/N 1/First 4/X(${'x'.repeat(9_000)})`),
      ['javascript'],
    ],
    ['packed objects without a sign', zipped('<</S/GoTo>>'), []],
    [
      'packed objects that cannot be opened',
      zipped('<</S/JavaScript>>').replace('stream\r\n', 'stream\r\nno'),
      ['unreadable'],
    ],
    [
      'objects that are packed twice',
      zipped(
        Buffer.from('<</S/JavaScript>>').toString('hex'),
        undefined,
        '/Filter[/FlateDecode/ASCIIHexDecode]',
      ),
      ['unreadable'],
    ],
    [
      'packed objects that a predictor changes',
      zipped('<<>>', '/Type/ObjStm/N 1/First 4/DecodeParms<</Predictor 2>>'),
      ['unreadable'],
    ],
    ...[
      '(stream obj)',
      '(endstream obj)',
      '(a\\) endobj (obj) stream)',
      '%stream obj\n',
      '[>>]',
      '<<>>',
      '<61>',
    ].map((entry) => [
      `packed objects behind the entry ${entry.trim()}`,
      zipped('<</S/JavaScript>>', `/Type/ObjStm/N 1/First 4/X${entry}`),
      ['javascript'],
    ]),
    [
      'packed objects in an unknown way, behind the word obj',
      zipped('<<>>', '/Type/ObjStm/N 1/First 4/X(obj)', '/Filter/LZWDecode').replace('\r\n', '\r\nno'),
      ['unreadable'],
    ],
    ['a dictionary that never ends', '4 0 obj<</X(stream', ['unreadable']],
    [
      'the start of an object 100,000 times in one text',
      `4 0 obj<</X(${'obj<<'.repeat(100_000)})>>endobj`,
      ['unreadable'],
    ],
    ['the word stream in the text of a page', '4 0 obj<</Length 9>>stream\n(stream)\nendstream endobj', []],
    ['packed objects without end', zipped(' '.repeat(17 * 1_048_576)), ['unreadable']],
    ['more packages than any', zipped('<<>>').repeat(2_001), ['unreadable']],
    [
      'a first entry and a picture',
      '4 0 obj<</First 5 0 R>>endobj 5 0 obj<</Filter/DCTDecode>>stream\nx\nendstream endobj',
      [],
    ],
    ['names that only start like those', '4 0 obj<</JavaScripted/Launcher/Encryption>>endobj', []],
  ] as [string, string, string[]][]) {
    test(`T13 a PDF with ${what} is taken, and flagged ${JSON.stringify(flags)}`, async () => {
      assert.equal((await person.upload(pdf(inside))).status, 200)
      assert.deepEqual(await flagsOf(), flags)
    })
  }
  test('T13 a suspicious word is found also where it lies across two pieces of the file', async () => {
    // The portal reads a file in pieces of 65,536 bytes. The suspicious text starts this number of bytes
    // before or at the second piece.
    for (const shift of [-8, -4, -1, 0]) {
      const head = pdf().indexOf('endobj') + 7
      const padding = ' '.repeat(65_536 - head + shift)
      await portal.db.run(sql`delete from counters`)
      assert.equal(
        (
          await person.upload(
            Buffer.concat([
              pdf().subarray(0, head),
              Buffer.from(`${padding}/JavaScript `),
              pdf().subarray(head),
            ]),
          )
        ).status,
        200,
      )
      assert.deepEqual(await flagsOf(), ['javascript'], `${shift}`)
    }
  })
})
