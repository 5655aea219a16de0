import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { DOCUMENT, DOCUMENT_WORDS, MULTIPART } from '#contract/documents/documents.ts'
import { WRONG_UPLOAD_TYPE } from '#contract/refusals.ts'
import { sql } from '../../server/database/connect.ts'
import { count } from '../support/accounts.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import {
  applicantWith,
  arrivingFiles,
  form,
  storedFiles,
  type Part,
  send,
  type WithApplication,
} from '../support/uploads.ts'

// `applicantWith` creates a person with a draft application, and functions for its documents. `storedFiles`
// lists the names of stored files, `arrivingFiles` those of uploads in progress.
let portal: Portal
let person: WithApplication
before(async () => {
  portal = await openPortal()
})
beforeEach(async () => {
  person = await applicantWith(portal)
})
after(() => portal.close())

const save = '/api/job-applications/partial-save/'
const file = (over: Partial<Part> = {}): Part => ({
  name: 'file',
  file: 'cv.pdf',
  type: 'application/pdf',
  data: pdf(),
  ...over,
})
const put = (parts: Part[]) => person.put(parts)
const post = (parts: Part[]) => {
  const { body, type } = form(parts)
  return send(portal.url + save, {
    method: 'POST',
    token: person.token,
    headers: { 'content-type': type, 'content-length': body.length },
    body,
  })
}
const job = (): Part => ({ name: 'job_id', data: String(person.job) })
const fields = (many: number, data = 'x'): Part[] =>
  Array.from({ length: many }, (_, index) => ({ name: `field${index}`, data }))

describe('T17 the limits of a form, each at n and n+1', () => {
  test('T17 5,242,880 bytes are taken, and one more is 413 in the words of the field', async () => {
    const fits = await put([file({ data: pdf('', DOCUMENT.maxBytes) })])
    assert.deepEqual([fits.status, fits.json.document?.size], [200, 5_242_880], fits.text)
    const before = storedFiles(portal).length
    const refused = await put([file({ data: pdf('', DOCUMENT.maxBytes + 1) })])
    assert.deepEqual(
      [refused.status, refused.json.file, refused.json.code],
      [413, [DOCUMENT_WORDS.tooLarge], 'too_large'],
    )
    assert.deepEqual([storedFiles(portal).length, arrivingFiles(portal)], [before, []])
  })
  test('T17 two files are taken, a third is 413', async () => {
    const cv = file({ name: 'cv' })
    const email = file({ name: 'cover_letter', data: pdf('% letter') })
    const both = await post([job(), cv, email])
    assert.equal(both.status, 200, both.text)
    assert.equal((await post([job(), cv, email, file({ name: 'third' })])).status, 413)
  })
  test('T17 25 fields are taken, a 26th is 413', async () => {
    assert.equal((await post([job(), ...fields(24)])).status, 200)
    assert.equal((await post([job(), ...fields(25)])).status, 413)
  })
  test('T17 27 parts are taken, a 28th is 413', async () => {
    const files = [file({ name: 'cv' }), file({ name: 'cover_letter', data: pdf('% other') })]
    assert.equal((await post([job(), ...fields(24), ...files])).status, 200)
    assert.equal((await post([job(), ...fields(25), ...files])).status, 413)
  })
  test('T17 a field of 262,144 bytes is read, one more is 413; all fields together have twice that', async () => {
    assert.equal((await post([job(), ...fields(1, 'x'.repeat(MULTIPART.fieldBytes))])).status, 200)
    assert.equal((await post([job(), ...fields(1, 'x'.repeat(MULTIPART.fieldBytes + 1))])).status, 413)
    assert.equal((await post([...fields(3, 'x'.repeat(MULTIPART.fieldBytes))])).status, 413)
  })
  test('T17 the first twenty headers of a part are read, the next one is ignored', async () => {
    const heads = (many: number) => Array.from({ length: many }, (_, index) => `X-Head-${index}: 1`)
    assert.equal((await post([{ ...job(), heads: heads(19) }])).status, 200)
    assert.equal(
      (await post([{ ...job(), heads: heads(20) }])).status,
      422,
      'the part has no name, so no job is named',
    )
  })
  test('T17 the headers of a part may have 8 KiB together', async () => {
    assert.equal((await post([{ ...job(), heads: [`X-Long: ${'x'.repeat(7_000)}`] }])).status, 200)
    assert.equal((await post([{ ...job(), heads: [`X-Long: ${'x'.repeat(9_000)}`] }])).status, 422)
  })
  test('T17 11 MiB in all: if the declared length is one byte more, 413 before any byte is read', async () => {
    const { type } = form([])
    const answer = await send(portal.url + person.path(), {
      token: person.token,
      headers: { 'content-type': type, 'content-length': MULTIPART.totalBytes + 1 },
      body: Buffer.from('--'),
    })
    assert.deepEqual([answer.status, answer.headers.get('connection')], [413, 'close'])
  })
  test('T17 a body of 205 MB without a declared length is cut off after 11 MiB', async () => {
    const { body, type } = form([{ name: 'preamble', file: 'x', data: '' }], { end: false })
    let sent = 0
    const endless = async function* () {
      yield body
      for (let index = 0; index < 3_280; index++) {
        sent += 65_536
        yield Buffer.alloc(65_536, 'x')
      }
    }
    const answer = await send(portal.url + person.path(), {
      token: person.token,
      headers: { 'content-type': type },
      body: endless(),
    })
    // The status 0 means that no answer arrived, because the connection closed while the sender was still
    // sending.
    assert.ok([0, 400, 413].includes(answer.status))
    assert.ok(
      sent < MULTIPART.totalBytes + 8 * 1_048_576,
      `${sent} bytes went out, some of them into the buffers between`,
    )
    assert.deepEqual(arrivingFiles(portal), [])
  })
  test('T17 small parts without end are cut off after 11 MiB too', async () => {
    const { body, type } = form([file({ name: 'a' })], { boundary: 'b', end: false })
    const answer = await send(portal.url + person.path(), {
      token: person.token,
      headers: { 'content-type': type },
      body: (async function* () {
        for (;;) yield body
      })(),
    })
    assert.ok([0, 400, 413].includes(answer.status))
  })
})

describe('T17 what is out of order', () => {
  for (const [what, parts] of [
    ['__proto__ as a field', () => [job(), { name: '__proto__', data: '{"is_completed":true}' }]],
    ['__proto__ as a file', () => [job(), file({ name: '__proto__' })]],
    ['the same field twice', () => [job(), job()]],
    ['the same file twice', () => [job(), file({ name: 'cv' }), file({ name: 'cv' })]],
    ['a field and a file of one name', () => [job(), { name: 'cv', data: 'x' }, file({ name: 'cv' })]],
    ['a file under the name of a field', () => [job(), file({ name: 'education' })]],
    ['a file that no step asks for', () => [job(), file({ name: 'photo' })]],
    ['a part without a name', () => [job(), file({ name: undefined })]],
    ['an empty name', () => [job(), file({ name: '' })]],
  ] as [string, () => Part[]][]) {
    test(`T17 ${what} is 400, and nothing is left of it`, async () => {
      const answer = await post(parts())
      assert.deepEqual([answer.status, answer.json.code], [400, 'unparseable'], answer.text)
      assert.deepEqual(arrivingFiles(portal), [])
      assert.equal(
        await count(portal, sql`select from application_documents where application_id = ${person.id}`),
        0,
      )
      assert.equal(({} as { is_completed?: boolean }).is_completed, undefined)
    })
  }
  for (const [what, type, body] of [
    ['no boundary', 'multipart/form-data', form([file()]).body],
    ['an empty boundary', 'multipart/form-data; boundary=', form([file()]).body],
    ['another boundary than the body has', 'multipart/form-data; boundary=other', form([file()]).body],
    [
      'a body without an end',
      'multipart/form-data; boundary=b',
      form([file()], { boundary: 'b', end: false }).body,
    ],
    ['an empty body', 'multipart/form-data; boundary=b', Buffer.alloc(0)],
    ['no multipart at all', 'multipart/form-data; boundary=b', Buffer.from('{"job_id":1}')],
  ] as [string, string, Buffer][]) {
    test(`T17 ${what} is 400`, async () => {
      const answer = await send(portal.url + person.path(), {
        token: person.token,
        headers: { 'content-type': type, 'content-length': body.length },
        body,
      })
      assert.deepEqual([answer.status, answer.json.code], [400, 'unparseable'], answer.text)
      assert.deepEqual(arrivingFiles(portal), [])
    })
  }
  test('T20 a multipart form to a call that takes none is 415, however its type is spelled', async () => {
    const { body } = form([job()], { boundary: 'b' })
    for (const type of [
      'multipart/form-data; boundary=b',
      'Multipart/Form-Data;boundary=b',
      'multipart/form-data\t; boundary=b',
      'multipart/mixed; boundary=b',
    ]) {
      const answer = await send(`${portal.url}/api/job-applications/`, {
        method: 'POST',
        token: person.token,
        headers: { 'content-type': type },
        body,
      })
      assert.equal(answer.status, 415, type)
    }
  })
  test('A22 a file that is sent without a multipart form is 415, and the answer says so', async () => {
    for (const type of ['image/png', 'application/pdf', 'text/plain']) {
      const answer = await send(portal.url + person.path(), {
        method: 'PUT',
        token: person.token,
        headers: { 'content-type': type },
        body: pdf(),
      })
      assert.deepEqual([answer.status, answer.json.message], [415, WRONG_UPLOAD_TYPE], type)
    }
  })
  test('a form without a file is refused at its field, also when the file input was left empty', async () => {
    // A file input without a chosen file: browsers send it as a file without a name.
    for (const parts of [
      [{ name: 'file', file: '', type: 'application/octet-stream' }],
      [{ name: 'other', data: 'x' }],
    ] as Part[][]) {
      const answer = await put(parts)
      assert.deepEqual(
        [answer.status, answer.json.file],
        [422, [DOCUMENT_WORDS.empty]],
        JSON.stringify(parts),
      )
    }
  })
  test('W23 a form with an empty file input leaves the stored document as it is', async () => {
    await person.upload(pdf())
    const answer = await post([job(), { name: 'cv', file: '', type: 'application/octet-stream' }])
    assert.deepEqual([answer.status, answer.json.documents.length], [200, 1], answer.text)
  })
  test('JSON still works where files are taken', async () => {
    const answer = await person.visitor.post(save, { job_id: person.job, address: 'P.O. Box 7' })
    assert.deepEqual([answer.status, answer.json.documents], [200, []])
  })
})

describe('T17 a sender that goes away', () => {
  /** Sends the head and half of the body of an upload, and closes the connection. */
  const hangUp = (lines: string[], body: Buffer) =>
    new Promise<void>((resolve) => {
      const { hostname, port } = new URL(portal.url)
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          [
            `PUT ${person.path()} HTTP/1.1`,
            `Host: ${hostname}:${port}`,
            `Authorization: Token ${person.token}`,
            ...lines,
            '',
            '',
          ].join('\r\n'),
        )
        socket.write(body, () =>
          until(
            'it arrives',
            async () => arrivingFiles(portal).length,
            (many) => many > 0,
          ).then(
            () => socket.destroy(),
            () => socket.destroy(),
          ),
        )
      })
      socket.on('close', () => resolve())
      socket.on('error', () => {})
    })

  test('T17 after half of its file: no file, no row and no counted try is left, and its place is free', async () => {
    const { body, type } = form([file({ data: pdf('', 2_000_000) })])
    for (let index = 0; index < 8; index++) {
      await hangUp(
        [`Content-Type: ${type}`, `Content-Length: ${body.length}`],
        body.subarray(0, body.length >> 1),
      )
      await until(
        'nothing is left',
        async () => arrivingFiles(portal).length,
        (many) => many === 0,
      )
    }
    assert.equal(
      await count(portal, sql`select from application_documents where application_id = ${person.id}`),
      0,
    )
    await until(
      'no try is counted',
      () => count(portal, sql`select from counters where key = ${`uploads ${person.userId}`} and count > 0`),
      (n) => n === 0,
    )
    for (let index = 0; index < 10; index++)
      assert.equal((await person.upload(pdf(`% ${index}`))).status, 200, `${index}`)
  })
  test('T17 with fewer bytes than declared: nothing is kept when the sender gives up', async () => {
    const { body, type } = form([file()])
    await hangUp([`Content-Type: ${type}`, `Content-Length: ${body.length + 100_000}`], body)
    await until(
      'nothing is left',
      async () => arrivingFiles(portal).length,
      (many) => many === 0,
    )
    assert.equal(
      await count(portal, sql`select from application_documents where application_id = ${person.id}`),
      0,
    )
  })
})

test('R13 nothing of the above was an error of the server', () => {
  assert.deepEqual(
    portal.log.filter(({ level }) => level === 'error'),
    [],
  )
})
