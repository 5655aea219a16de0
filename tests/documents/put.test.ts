import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { sql } from '../../server/database/connect.ts'
import { count } from '../support/accounts.ts'
import { answers, put, updatePath } from '../support/answers.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { doc, docx, jpeg, pdf, png } from '../support/sample-files.ts'
import { applicantWith, arrivingFiles, storedFiles, type WithApplication } from '../support/uploads.ts'

// A person uploads and removes the documents of an application. `applicantWith` creates a person with a draft
// application, and functions for documents. `storedFiles` lists names of stored files, `arrivingFiles`
// those of uploads in progress.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const row = (id: number, kind = 'cv') =>
  portal.db.row<Record<string, unknown>>(
    sql`select * from application_documents where application_id = ${id} and kind = ${kind}`,
  )
const rowCount = (id: number) =>
  count(portal, sql`select from application_documents where application_id = ${id}`)
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** Deletes the counts of uploads, because a person may upload only a limited number of files. */
const freshTries = () => portal.db.run(sql`delete from counters`)
/** Marks the application as submitted. */
const complete = (id: number) =>
  portal.db.run(
    sql`update job_applications set is_completed = true, submitted_at = created_at, reference_number = ${`R${id}`} where id = ${id}`,
  )

describe('W23 PUT /api/job-applications/{id}/documents/{kind}/ (decisions#silent-files)', () => {
  test('W23 each of the five types is stored under the hash of its bytes, and returned', async () => {
    for (const [bytes, name, type] of [
      [pdf(), 'Wanjiku CV.pdf', 'pdf'],
      [doc(), 'cv.doc', 'doc'],
      [docx(), 'cv.docx', 'docx'],
      [jpeg(), 'photo.jpg', 'jpg'],
      [png(), 'scan.png', 'png'],
    ] as const) {
      const person = await applicantWith(portal)
      const answer = await person.upload(bytes, name)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.json, {
        document: {
          kind: 'cv',
          name,
          size: bytes.length,
          type,
          sha256: sha(bytes),
          state: 'clean',
          fault: null,
          uploaded_at: portal.clock.now().toISOString(),
        },
        version: 1,
      })
      assert.ok(storedFiles(portal).includes(sha(bytes)))
      assert.equal((await row(person.id))?.type, type)
    }
    assert.deepEqual(arrivingFiles(portal), [])
  })
  test('W23 a second file of a kind replaces the first; a file of the other kind stays; each change raises the version (T22)', async () => {
    const person = await applicantWith(portal)
    const versions = []
    for (const [bytes, name, kind] of [
      [pdf('% one'), 'one.pdf', 'cv'],
      [pdf('% letter'), 'letter.pdf', 'cover_letter'],
      [png(), 'two.png', 'cv'],
    ] as const) {
      versions.push((await person.upload(bytes, name, kind)).json.version)
    }
    assert.deepEqual(versions, [1, 2, 3])
    assert.deepEqual(
      (await person.documents()).map((entry: { kind: string; name: string }) => [entry.kind, entry.name]),
      [
        ['cv', 'two.png'],
        ['cover_letter', 'letter.pdf'],
      ],
    )
    assert.equal((await person.remove()).json.version, 4)
  })
  test('W11 once the application is submitted, 409 with the given sentence, and nothing changes', async () => {
    const person = await applicantWith(portal)
    await person.upload(pdf(), 'sent.pdf')
    await complete(person.id)
    for (const answer of [
      await person.upload(png(), 'late.png'),
      await person.upload(png(), 'late.png', 'cover_letter'),
      await person.remove(),
    ]) {
      assert.deepEqual(
        [answer.status, answer.json.message],
        [409, 'You have already applied for this position.'],
      )
    }
    assert.deepEqual([(await row(person.id))?.name, await rowCount(person.id)], ['sent.pdf', 1])
    assert.equal((await person.visitor.get(person.path())).status, 200, 'its owner still has it')
  })
  test('T21 a submission and an upload at once: the file is in it or refused, never added afterwards', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await applicantWith(portal)
      const [answer] = await Promise.all([person.upload(pdf()), complete(person.id)])
      assert.equal(answer.status === 200 ? 1 : 0, await rowCount(person.id), answer.text)
      if (answer.status !== 200) assert.equal(answer.status, 409)
    }
  })
  test('T10 another person’s application is 404, like an unknown one: to add, to remove, to read', async () => {
    const [owner, other] = [await applicantWith(portal), await applicantWith(portal)]
    await owner.upload(pdf())
    const asOther = (application: number) =>
      Promise.all(
        (['PUT', 'DELETE'] as const).map(async (method) => {
          const body = method === 'PUT' ? { body: formOf(pdf()) } : {}
          const answer = await fetch(portal.url + other.path('cv', application), {
            method,
            headers: { authorization: `Token ${other.token}` },
            ...body,
          })
          return [answer.status, await answer.text()]
        }),
      )
    const [foreign, missing] = [await asOther(owner.id), await asOther(2_000_000_000)]
    assert.deepEqual(foreign, missing)
    assert.deepEqual(
      foreign.map(([status]) => status),
      [404, 404],
    )
    const [read, none] = [
      await other.visitor.get(owner.path()),
      await other.visitor.get(owner.path('cv', 2_000_000_000)),
    ]
    assert.deepEqual([read.status, read.text], [404, none.text])
    assert.equal((await portal.visitor().get(owner.path())).status, 401)
    assert.equal(await rowCount(owner.id), 1)
  })
  test('an unknown kind of document is 404, and so is an id that is no number', async () => {
    const person = await applicantWith(portal)
    for (const path of [
      person.path('passport'),
      person.path('CV'),
      '/api/job-applications/x/documents/cv/',
      '/api/job-applications/1/documents/',
    ]) {
      const { status } = await fetch(portal.url + path, {
        method: 'PUT',
        headers: { authorization: `Token ${person.token}` },
        body: formOf(pdf()),
      })
      assert.equal(status, 404, path)
    }
  })
  test('W23 removing a document twice gets the same answer twice', async () => {
    const person = await applicantWith(portal)
    await person.upload(pdf())
    const [first, second] = [await person.remove(), await person.remove()]
    assert.deepEqual(
      [first.status, second.status, first.json.message, second.json.message],
      [200, 200, 'CV removed', 'CV removed'],
    )
    assert.deepEqual([await rowCount(person.id), (await person.visitor.get(person.path())).status], [0, 404])
  })
  test('T20 other fields of the form are ignored', async () => {
    const person = await applicantWith(portal)
    const answer = await person.put([
      { name: 'state', data: 'refused' },
      { name: 'hash', data: '0'.repeat(64) },
      { name: 'type', data: 'exe' },
      { name: 'application_id', data: '1' },
      { name: 'is_completed', data: 'true' },
      { name: 'file', file: 'cv.pdf', type: 'text/html', data: pdf() },
    ])
    assert.deepEqual(
      [answer.status, answer.json.document.type, answer.json.document.state],
      [200, 'pdf', 'clean'],
    )
  })
})

const formOf = (bytes: Buffer) => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'cv.pdf')
  return form
}

describe('T17 how much, and how often (decisions#silent-files, decisions#document-limits)', () => {
  test('T17 thirty files in ten minutes, then 429; refused files count too', async () => {
    const person = await applicantWith(portal)
    for (let index = 0; index < 29; index++)
      assert.equal((await person.upload(pdf(`% ${index}`))).status, 200)
    assert.equal((await person.upload('no document')).status, 422)
    const refused = await person.upload(pdf('% one more'))
    assert.deepEqual(
      [refused.status, refused.json.code, refused.headers.get('retry-after')],
      [429, 'too_many', '600'],
    )
    portal.clock.advance(600_000)
    assert.equal((await person.upload(pdf('% later'))).status, 200)
  })

  /** Fills a person's 200 MB of space with four uploaded files and 36 rows without a file. */
  async function fill(person: WithApplication) {
    const [job = 0, ...jobs] = await postJobs(portal, ...Array.from({ length: 19 }, () => ({})))
    const second = (await person.visitor.post('/api/job-applications/', { job })).json.id as number
    for (const id of [person.id, second]) {
      for (const kind of ['cv', 'cover_letter']) {
        const body = formOf(pdf(`% ${id} ${kind}`, 5_242_880))
        const { status } = await fetch(portal.url + person.path(kind, id), {
          method: 'PUT',
          headers: { authorization: `Token ${person.token}` },
          body,
        })
        assert.equal(status, 200, `${id} ${kind}`)
      }
    }
    await portal.db.run(sql`
      with more as (
        insert into job_applications (user_id, job_id, created_at, updated_at)
        select ${person.userId}, unnest(${jobs}::int[]), ${portal.clock.now()}, ${portal.clock.now()} returning id)
      insert into application_documents (application_id, kind, hash, size, type, name, state, uploaded_at)
      select id, kind, sha256((id || kind)::bytea), 5242880, 'pdf', 'cv.pdf', 'clean', ${portal.clock.now()} from more, (values ('cv'), ('cover_letter')) kinds (kind)`)
    return [person.id, second]
  }
  test('T17 200 MB of files for one person, and not a byte more; the same file twice counts once', {
    timeout: 60_000,
  }, async () => {
    const person = await applicantWith(portal)
    const [, second = 0] = await fill(person)
    const [job = 0] = await postJobs(portal, {})
    const another = (await person.visitor.post('/api/job-applications/', { job })).json.id as number
    await freshTries()
    const upload = (bytes: Buffer) =>
      fetch(portal.url + person.path('cv', another), {
        method: 'PUT',
        headers: { authorization: `Token ${person.token}` },
        body: formOf(bytes),
      })
    const refused = await upload(pdf())
    assert.equal(refused.status, 422)
    assert.deepEqual(((await refused.json()) as { file: string[] }).file, [DOCUMENT_WORDS.quota])
    assert.equal(await rowCount(another), 0)
    const first = await portal.db.row<{ hash: Buffer }>(
      sql`select hash from application_documents where application_id = ${person.id} and kind = 'cv'`,
    )
    const stream = await portal.deps.files.store.open(first?.hash.toString('hex') ?? '')
    assert.equal(
      (await upload(Buffer.concat(await (stream?.toArray() as Promise<Buffer[]>)))).status,
      200,
      'the same bytes are there already',
    )
    await complete(second)
    assert.equal(
      (await upload(pdf())).status,
      200,
      'what was sent can no longer be removed, so it does not count',
    )
  })
  test('T17 of two uploads at once that both fit into the last space, but not together, one is refused', {
    timeout: 60_000,
  }, async () => {
    const person = await applicantWith(portal)
    const applications = await fill(person)
    await person.visitor.request('DELETE', person.path('cv', applications[1]))
    await freshTries()
    const jobs = await postJobs(portal, {}, {})
    const ids = []
    for (const job of jobs)
      ids.push((await person.visitor.post('/api/job-applications/', { job })).json.id as number)
    const answers = await Promise.all(
      ids.map((id) =>
        fetch(portal.url + person.path('cv', id), {
          method: 'PUT',
          headers: { authorization: `Token ${person.token}` },
          body: formOf(pdf(`% ${id}`, 4_000_000)),
        }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).sort((left, right) => left - right),
      [200, 422],
    )
  })
})

describe('W1 documents that a job names', () => {
  /** A document that a job asks for. If it has no `kind`, the portal numbers it: `document_1`. */
  const named = (name: string, required: boolean, kind?: string) => ({
    name,
    required,
    ...(kind ? { kind } : {}),
  })
  test('without a required document the submit is refused at its field; a sent document keeps its title; one that is no longer asked for is not sent', async () => {
    const wanted = [named('National identity card', true), named('Certificate', false)]
    const applicant = await applicantWith(portal, { wanted_documents: wanted })
    const send = (over: Record<string, unknown> = {}) =>
      put(applicant.visitor, updatePath(applicant.id), answers(over))
    const refused = await send()
    assert.deepEqual([refused.status, refused.json.message], [422, 'Please add: National identity card'])
    assert.deepEqual(
      [refused.json.document_1, refused.json.cv, refused.json.document_2],
      [[DOCUMENT_WORDS.required], undefined, undefined],
    )
    const foreign = await applicant.upload(pdf(), 'letter.pdf', 'document_3')
    assert.deepEqual([foreign.status, foreign.json.file], [422, ['This job does not ask for this document.']])
    for (const kind of ['document_2', 'document_1', 'cv'])
      assert.equal((await applicant.upload(pdf(`% ${kind}`), `${kind}.pdf`, kind)).status, 200, kind)
    assert.equal((await applicant.remove('document_2')).json.message, 'Certificate removed')
    assert.equal((await applicant.upload(pdf(), 'document_2.pdf', 'document_2')).status, 200)
    const titlesIn = (documents: Record<string, unknown>[]) =>
      documents.map(({ kind, title, name }) => [kind, title, name])
    const sent = [
      ['cv', undefined, 'cv.pdf'],
      ['document_1', 'National identity card', 'document_1.pdf'],
    ]
    assert.deepEqual(titlesIn(await applicant.documents()), [
      ...sent,
      ['document_2', 'Certificate', 'document_2.pdf'],
    ])
    const reference = (
      await portal.db.row<{ reference: string }>(sql`select reference from jobs where id = ${applicant.job}`)
    )?.reference
    await postJobs(portal, { reference, wanted_documents: wanted.slice(0, 1) })
    assert.equal(
      (await send({ files: { document_2: 'a'.repeat(64) } })).json.message,
      'Please add: National identity card',
    )
    assert.equal((await send()).status, 200)
    await postJobs(portal, { reference, wanted_documents: [named('ID', true, 'document_1')] })
    assert.deepEqual(titlesIn(await applicant.documents()), sent)
    const frozen = await portal.db.row<{ frozen: string }>(
      sql`select frozen from submissions where application_id = ${applicant.id}`,
    )
    assert.deepEqual(titlesIn(JSON.parse(frozen?.frozen ?? '').documents), sent)
  })
})
