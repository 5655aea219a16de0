import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { exif, jpeg, jpegSegment, pdf, png, pngChunk, pngText } from '../support/sample-files.ts'
import { applicantWith, storedFiles, type WithApplication } from '../support/uploads.ts'

// `applicantWith` creates a person with a draft application, and functions for its documents. `storedFiles`
// lists the names of the stored files.
let portal: Portal
let person: WithApplication
before(async () => {
  portal = await openPortal()
  person = await applicantWith(portal)
})
// Deletes the counts of uploads, because a person may upload only a limited number of files.
beforeEach(() => portal.db.run(sql`delete from counters`))
after(() => portal.close())

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** Downloads the document as its owner. Returns its bytes and headers. */
const download = async () => {
  const answer = await fetch(portal.url + person.path(), {
    headers: { authorization: `Token ${person.token}` },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
/** Uploads these bytes, and returns the bytes that the portal stored. */
const stored = async (bytes: Buffer, name = 'cv') => {
  const answer = await person.upload(bytes, name)
  assert.equal(answer.status, 200, answer.text)
  return (await download()).bytes
}

describe('T16 GET /api/job-applications/{id}/documents/{kind}/', () => {
  test('T16 the browser saves a document and never shows it: the headers, and the bytes as they were uploaded', async () => {
    await person.upload(pdf(), 'Wanjiku CV.pdf')
    const { status, headers, bytes } = await download()
    assert.equal(status, 200)
    assert.ok(bytes.equals(pdf()))
    for (const [name, value] of [
      ['content-type', 'application/pdf'],
      ['content-length', String(bytes.length)],
      ['content-disposition', `attachment; filename="Wanjiku CV.pdf"; filename*=UTF-8''Wanjiku%20CV.pdf`],
      ['content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'"],
      ['cross-origin-resource-policy', 'same-origin'],
      ['x-content-type-options', 'nosniff'],
      ['cache-control', 'no-store'],
      ['x-frame-options', 'DENY'],
    ] as const) {
      assert.equal(headers.get(name), value, name)
    }
  })
  test('T16 a PDF with a page in it, and a picture with a page behind it, are saved under the type that the portal found', async () => {
    const page = '<html><script>alert(document.domain)</script></html>'
    await person.upload(pdf(page), 'page.html')
    const asPdf = await download()
    assert.deepEqual(
      [
        asPdf.headers.get('content-type'),
        /filename="([^"]+)"/.exec(asPdf.headers.get('content-disposition') ?? '')?.[1],
      ],
      ['application/pdf', 'page.html.pdf'],
    )
    const picture = await stored(png({ after: Buffer.from(page) }), 'page.svg')
    assert.ok(!picture.includes('script'), 'what follows the end of a picture is not kept')
  })
  test('T14 a document that is not scanned yet, or was refused, cannot be downloaded', async () => {
    await person.upload(pdf())
    for (const [state, problem] of [
      ['unscanned', null],
      ['refused', 'infected'],
    ]) {
      await portal.db.run(
        sql`update application_documents set state = ${state}, fault = ${problem} where application_id = ${person.id}`,
      )
      assert.equal((await download()).status, 404, String(state))
    }
  })
})

describe('T15 names are labels', () => {
  // All paths in the data folder except stored documents. A stored document has a path such as files/0a/0a4f…
  // with the 64 digits of a hash.
  const otherFiles = () =>
    readdirSync(portal.deps.config.dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !/files\/[\da-f]{2}\/[\da-f]{64}$/.test(name),
    )
  // Each case has a file name as the browser sends it, and as the portal stores it: at most 120 characters.
  for (const [sent, expected] of [
    ['../../etc/passwd', 'passwd.pdf'],
    ['..\\..\\windows\\system.ini', 'system.ini.pdf'],
    ['/etc/cron.d/x.pdf', 'x.pdf'],
    ['a.pdf.exe', 'a.pdf.exe.pdf'],
    ['cv.PDF', 'cv.PDF'],
    ['', 'document.pdf'],
    ['.', 'document.pdf'],
    ['..', 'document.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['-rf.pdf', 'rf.pdf'],
    ['CON', '_CON.pdf'],
    ['con.pdf', '_con.pdf'],
    ['CONTRACT.pdf', 'CONTRACT.pdf'],
    ['cv\u202efdp.exe', 'cvfdp.exe.pdf'],
    ['c\u200bv\u0007.pdf', 'cv.pdf'],
    ['a:b*c?d|e<f>.pdf', 'abcdef.pdf'],
    ['  my   cv  .pdf', 'my cv .pdf'],
    ["ng'ang'a wa Müller 李.pdf", "ng'ang'a wa Müller 李.pdf"],
    ['e\u0301tude.pdf', '\u00e9tude.pdf'],
    [`${'x'.repeat(5_000)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ['𝒳'.repeat(200), `${'𝒳'.repeat(116)}.pdf`],
  ] as const) {
    test(`T15 ${JSON.stringify(sent.slice(0, 40))} is called ${JSON.stringify(expected.slice(0, 40))}, and lies under its hash`, async () => {
      const before = otherFiles()
      const answer = await person.put([{ name: 'file', file: sent, type: 'application/pdf', data: pdf() }])
      assert.deepEqual([answer.status, answer.json.document?.name], [200, expected], answer.text)
      assert.deepEqual(otherFiles(), before, 'nothing else was written anywhere')
      const { headers } = await download()
      const heading = headers.get('content-disposition') ?? ''
      assert.match(heading, /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.!#$&+^`|~%-]+$/)
      assert.equal(decodeURIComponent(heading.split("UTF-8''")[1] ?? ''), expected)
    })
  }
  test('T15 the folder is this account’s alone', { skip: process.platform === 'win32' }, async () => {
    const files = join(portal.deps.config.dataDir, 'files')
    assert.equal(statSync(files).mode & 0o777, 0o700)
    assert.equal(statSync(join(files, 'incoming')).mode & 0o777, 0o700)
    for (const name of storedFiles(portal))
      assert.equal(statSync(join(files, name.slice(0, 2), name)).mode & 0o777, 0o600)
  })
})

describe('T16 what a picture file holds besides the picture is left out', () => {
  const SECRET = 'GPS 1.2921 S 36.8219 E Wanjiku'
  test('T16 a JPEG: place, names, comments and bytes after its end are removed; the orientation stays', async () => {
    const comments = [
      jpegSegment(0xed, Buffer.from(`Photoshop 3.0\0${SECRET}`)),
      jpegSegment(0xfe, Buffer.from(SECRET)),
      jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)),
    ]
    for (const way of [1, 3, 6, 8]) {
      await portal.db.run(sql`delete from counters`)
      const bytes = await stored(
        jpeg({ extra: [exif(way, SECRET), ...comments], after: Buffer.from(SECRET) }),
        'photo.jpg',
      )
      assert.ok(!bytes.includes('GPS') && !bytes.includes('Wanjiku') && !bytes.includes('Photoshop'))
      // The Exif entry about the picture's orientation. The tenth byte of the entry has the value.
      const orientation = bytes.indexOf(Buffer.from('011200030000000100', 'hex'))
      assert.equal(orientation < 0 ? 1 : bytes[orientation + 9], way)
      // Apart from the orientation, the stored picture must have the same bytes as the uploaded one.
      const rest =
        way === 1 ? bytes : Buffer.concat([bytes.subarray(0, 2), bytes.subarray(bytes.indexOf('JFIF') - 4)])
      assert.ok(rest.equals(jpeg()), `way ${way}`)
    }
  })
  test('T16 the thumbnail inside a JPEG’s first segment is removed, and the rest of the segment stays', async () => {
    // The first segment of the sample has 14 bytes of data. It ends with the size of the thumbnail, 0 by 0.
    const [head, rest] = [jpeg().subarray(6, 18), jpeg().subarray(20)]
    const pictures = [
      Buffer.concat([head, Buffer.from([2, 3]), Buffer.alloc(2 * 3 * 3, SECRET)]),
      Buffer.concat([head, Buffer.from([0, 0]), Buffer.from(SECRET)]),
      Buffer.concat([head, Buffer.from([1, 1])]),
    ]
    for (const picture of pictures) {
      const bytes = Buffer.concat([jpeg().subarray(0, 2), jpegSegment(0xe0, picture), rest])
      assert.ok((await stored(bytes, 'photo.jpg')).equals(jpeg()))
    }
  })
  test('T16 a colour profile and the mark of a colour space stay, without a text after the mark', async () => {
    const extra = [
      jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\u0001\u0001profile')),
      jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\0')),
    ]
    assert.ok((await stored(jpeg({ extra }))).equals(jpeg({ extra })))
    const withText = [
      extra[0] ?? assert.fail(),
      jpegSegment(0xee, Buffer.from(`Adobe\0d\0\0\0\0\0${SECRET}`)),
    ]
    assert.ok((await stored(jpeg({ extra: withText }))).equals(jpeg({ extra })))
  })
  test('T16 a PNG: text, dates, Exif and what follows go', async () => {
    const extra = [
      pngText(SECRET),
      pngChunk('zTXt', Buffer.from(SECRET)),
      pngChunk('iTXt', Buffer.from(SECRET)),
      pngChunk('eXIf', Buffer.from(SECRET)),
      pngChunk('tIME', Buffer.alloc(7)),
    ]
    assert.ok((await stored(png({ extra, after: Buffer.from(SECRET) }))).equals(png()))
  })
  test('T16 the size of a document is that of its stored bytes; its hash is that of the file as it was sent, by which a submit names it', async () => {
    const sent = png({ extra: [pngText(SECRET)] })
    const { json } = await person.upload(sent)
    assert.deepEqual([json.document.size, json.document.sha256], [png().length, sha(sent)])
    const [listed] = await person.documents()
    assert.deepEqual([listed.size, listed.sha256], [png().length, sha(sent)], 'also in the list of documents')
    assert.ok(storedFiles(portal).includes(sha(png())), 'it lies under the hash of its stored bytes')
    assert.ok(!storedFiles(portal).includes(sha(sent)))
  })
})
