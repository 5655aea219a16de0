import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { contentText } from '#contract/tickets/tickets.ts'
import { sql } from '../../server/database/connect.ts'

import { count, nextMinute } from '../support/accounts.ts'
import { asForm, detailPath, PARTIAL, SUBMIT } from '../support/answers.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { jpeg, pdf } from '../support/sample-files.ts'
import {
  beforeDeadline,
  contentOf,
  loggedInAgain,
  type Person,
  sendWith,
  ticketFor,
  afterDeadline,
} from '../support/tickets.ts'
import type { Answer } from '../support/visitor.ts'

// A submit names its files by their hashes, so that its ticket covers files that are uploaded later. The
// ticket proves when the submit arrived. `beforeDeadline` creates a person with a draft for a job that closes
// in half an hour. `ticketFor` gets the ticket of a failed submit. `sendWith` submits with tickets.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
// Each test starts in a new minute, because one network may make few calls a minute.
afterEach(nextMinute)

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const documentPath = (id: number, kind = 'cv') => `${detailPath(id)}documents/${kind}/`
/** Uploads a document. `headers` may carry a ticket, which allows the upload after the deadline. */
const upload = async (
  { visitor, applicationId }: Person,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
  kind = 'cv',
  id = applicationId,
) => {
  const form = asForm({ file: new File([new Uint8Array(bytes)], 'cv.pdf') })
  const answer = await fetch(portal.url + documentPath(id, kind), {
    method: 'PUT',
    body: form,
    headers: { authorization: `Token ${visitor.token}`, ...headers },
  })
  return {
    status: answer.status,
    json: (await answer.json()) as { code?: string; document?: { sha256: string } },
  }
}

describe('files by their hashes', () => {
  test('a submit that names a missing file is refused; once the file is there, the submit includes the named files and no others (last-hour#ticket-files)', async () => {
    const applicant = await beforeDeadline(portal)
    const cv = pdf('% mine')
    const body = { ...applicant.body, files: { cv: sha(cv) } }
    const missing = await applicant.visitor.post(SUBMIT, body)
    assert.deepEqual(
      [missing.status, missing.json.code, missing.json.missing],
      [409, 'files_missing', ['cv']],
    )
    assert.equal((await upload(applicant, cv)).status, 200)
    assert.equal((await upload(applicant, pdf('% letter'), {}, 'cover_letter')).status, 200)
    assert.equal((await applicant.visitor.post(SUBMIT, body)).status, 200)
    const whole = (await applicant.visitor.get(detailPath(applicant.applicationId))).json
    assert.deepEqual(
      whole.documents.map(({ kind, sha256 }: Record<string, string>) => [kind, sha256]),
      [['cv', sha(cv)]],
    )
  })
  test('a photo is named by the hash of the sent bytes, although the portal removes its place and date', async () => {
    const applicant = await beforeDeadline(portal)
    const photo = jpeg()
    assert.equal((await upload(applicant, photo)).json.document?.sha256, sha(photo))
    assert.equal(
      (await applicant.visitor.post(SUBMIT, { ...applicant.body, files: { cv: sha(photo) } })).status,
      200,
    )
  })
  test('after the deadline a file is accepted only with a ticket of the same application that names the file (last-hour#ticket-files)', async () => {
    const applicant = await beforeDeadline(portal)
    const other = await beforeDeadline(portal)
    const [cv, another] = [pdf('% named'), pdf('% another')]
    const body = { ...applicant.body, files: { cv: sha(cv) } }
    const content = (await contentOf(body)) ?? assert.fail()
    // Any answer that neither accepts nor refuses the application has a ticket. Here the session has ended.
    const old = applicant.visitor.token
    await applicant.visitor.post('/api/logout/')
    const ended = await applicant.visitor.post(SUBMIT, body)
    assert.equal(ended.status, 401)
    const ticket = String(ended.json.ticket)
    applicant.visitor.token = (await loggedInAgain(portal, applicant.email)).token
    assert.notEqual(applicant.visitor.token, old)
    const headers = { 'submit-ticket': ticket, 'submit-content': contentText(content) }
    afterDeadline(portal)
    const refusedWith = async (code: string, answer: Promise<{ status: number; json: { code?: string } }>) =>
      assert.deepEqual(await answer.then(({ status, json }) => [status, json.code]), [409, code])
    await refusedWith('job_closed', upload(applicant, cv))
    await refusedWith(
      'submit_ticket_forged',
      upload(applicant, cv, { ...headers, 'submit-ticket': 'forged' }),
    )
    await refusedWith('submit_ticket_other_file', upload(applicant, another, headers))
    await refusedWith('submit_ticket_other_file', upload(applicant, cv, headers, 'cover_letter'))
    await refusedWith(
      'submit_ticket_other_answers',
      upload(applicant, another, {
        ...headers,
        'submit-content': contentText({ ...content, files: { cv: sha(another) } }),
      }),
    )
    await refusedWith('submit_ticket_other_answers', upload(applicant, cv, { 'submit-ticket': ticket }))
    await refusedWith('submit_ticket_other_account', upload(other, cv, headers))
    const second = await applicant.visitor.post(PARTIAL, { job_id: other.jobId })
    assert.equal(second.status, 409)
    assert.equal((await sendWith(applicant.visitor, body, ticket)).json.code, 'files_missing')
    assert.equal((await upload(applicant, cv, headers)).status, 200)
    assert.equal(
      (await applicant.visitor.request('DELETE', documentPath(applicant.applicationId), { headers })).status,
      409,
    )
    const sent = await sendWith(applicant.visitor, body, ticket)
    assert.equal(sent.status, 200, sent.text)
    await refusedWith('already_applied', upload(applicant, cv, headers))
  })
})

describe('W12 the profile part', () => {
  const profileOf = async (person: Person) => (await person.visitor.get('/api/user/profile/')).json
  test('W12 fills empty fields of the profile, if and only if the application is submitted, and is part of the frozen application', async () => {
    const applicant = await beforeDeadline(portal)
    await portal.db.run(sql`update users set id_number = '', address = '' where id = ${applicant.id}`)
    const profile = { idno: '33112244', address: 'P.O. Box 9, Lamu', first_name: 'Another' }
    const incomplete = await applicant.visitor.post(SUBMIT, { ...applicant.body, referees: [], profile })
    assert.equal(incomplete.status, 422)
    assert.deepEqual([(await profileOf(applicant)).idno, (await profileOf(applicant)).address], ['', ''])
    const sent = await applicant.visitor.post(SUBMIT, { ...applicant.body, profile })
    assert.equal(sent.status, 200, sent.text)
    const { idno, address, user } = await profileOf(applicant)
    assert.deepEqual([idno, address, user.first_name], ['33112244', 'P.O. Box 9, Lamu', 'Wanjiku'])
    const frozen = await portal.db.row<{ idno: string }>(sql`
      select frozen::jsonb -> 'applicant' ->> 'idno' as idno from submissions where application_id = ${applicant.applicationId}`)
    assert.equal(frozen?.idno, '33112244')
  })
  test('W12 an address that the person changed in the profile after typing another in the form is the one that is sent', async () => {
    const applicant = await beforeDeadline(portal)
    const saved = await applicant.visitor.request('PATCH', '/api/user/profile/', {
      body: { address: 'P.O. Box 9, Lamu' },
    })
    assert.equal(saved.status, 200, saved.text)
    const sent = await applicant.visitor.post(SUBMIT, { ...applicant.body, address: 'P.O. Box 1, Garissa' })
    assert.equal(sent.status, 200, sent.text)
    const whole = (await applicant.visitor.get(detailPath(applicant.applicationId))).json
    assert.equal(whole.address, 'P.O. Box 9, Lamu')
  })
  test('W12 a faulty value is an error at its field, and nothing is submitted', async () => {
    const [applicant, other] = [await beforeDeadline(portal), await beforeDeadline(portal)]
    const { idno } = await profileOf(other)
    await portal.db.run(sql`update users set id_number = '' where id = ${applicant.id}`)
    for (const [profile, field] of [
      [{ idno: 'x' }, 'idno'],
      [{ idno }, 'idno'],
    ] as const) {
      const refused = await applicant.visitor.post(SUBMIT, { ...applicant.body, profile })
      assert.deepEqual([refused.status, Array.isArray(refused.json[field])], [422, true], refused.text)
    }
    assert.deepEqual(
      [
        (await profileOf(applicant)).idno,
        await count(portal, sql`select from submissions where application_id = ${applicant.applicationId}`),
      ],
      ['', 0],
    )
    assert.equal(
      (await applicant.visitor.post(SUBMIT, { ...applicant.body, profile: { idno: '33445566' } })).status,
      200,
    )
  })
})

describe('at once', () => {
  test('fifty submits after the deadline, with five tickets of one person: one submission, one receipt', async () => {
    const applicant = await beforeDeadline(portal)
    await portal.db.run(sql`update users set id_number = '' where id = ${applicant.id}`)
    const body = { ...applicant.body, profile: { idno: '33998877' } }
    const tickets: string[] = []
    for (let times = 0; times < 5; times++) {
      tickets.push(await ticketFor(portal, applicant.visitor, body))
      portal.clock.advance(1_000)
    }
    afterDeadline(portal)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => sendWith(applicant.visitor, body, tickets[index % 5] ?? '')),
    )
    const verdicts = answers.filter(({ status }) => status !== 503)
    const good = verdicts.filter(({ status }) => status === 200)
    assert.ok(
      good.length > 0 && good.length === verdicts.length,
      JSON.stringify(answers.map(({ status, json }) => [status, json.code])),
    )
    assert.equal(new Set(good.map(({ text }) => text)).size, 1)
    assert.equal(
      await count(portal, sql`select from submissions where application_id = ${applicant.applicationId}`),
      1,
    )
    assert.equal(
      await count(portal, sql`select from ticket_uses where application_id = ${applicant.applicationId}`),
      1,
    )
  })
})

describe('a file that could never be taken', () => {
  test('for a required document the error has its title; the ticket’s header names every kind of document', async () => {
    const applicant = await beforeDeadline(portal, {
      wanted_documents: [{ name: 'National identity card', required: true }, { name: 'Certificate' }],
    })
    const [card, certificate] = [pdf('% card'), Buffer.from('no document')]
    const body = { ...applicant.body, files: { document_1: sha(card), document_2: sha(certificate) } }
    const ticket = String((await applicant.visitor.post(SUBMIT, body)).json.ticket)
    const content = (await contentOf(body)) ?? assert.fail()
    assert.deepEqual(content.files, body.files)
    const headers = { 'submit-ticket': ticket, 'submit-content': contentText(content) }
    afterDeadline(portal)
    assert.equal((await upload(applicant, certificate, headers, 'document_2')).status, 422)
    const none = await sendWith(
      applicant.visitor,
      { ...body, files_left_out: ['document_1', 'document_2'] },
      ticket,
    )
    assert.deepEqual([none.status, none.json.message], [422, 'Please add: National identity card'])
    assert.equal((await upload(applicant, card, headers, 'document_1')).status, 200)
    const sent = await sendWith(applicant.visitor, { ...body, files_left_out: ['document_2'] }, ticket)
    assert.equal(sent.status, 200, sent.text)
    const stored = await portal.db.row(
      sql`select left_out from submissions where application_id = ${applicant.applicationId}`,
    )
    assert.deepEqual(stored, { left_out: ['document_2'] })
  })
  for (const [documents, status] of [
    ['asked', 200],
    ['required', 422],
  ] as const)
    test(`is left out under the ticket, where documents are ${documents}: ${status}`, async () => {
      const applicant = await beforeDeadline(portal, { documents })
      const cv = Buffer.from('no document')
      const body = { ...applicant.body, files: { cv: sha(cv) } }
      const leftOut = { ...body, files_left_out: ['cv'] }
      const ticket = String((await applicant.visitor.post(SUBMIT, body)).json.ticket)
      const headers = {
        'submit-ticket': ticket,
        'submit-content': contentText((await contentOf(body)) ?? assert.fail()),
      }
      afterDeadline(portal)
      assert.equal((await upload(applicant, cv, headers)).status, 422)
      assert.equal((await sendWith(applicant.visitor, body, ticket)).json.code, 'files_missing')
      assert.equal((await applicant.visitor.post(SUBMIT, leftOut)).json.code, 'job_closed')
      const sent = await sendWith(applicant.visitor, leftOut, ticket)
      assert.equal(sent.status, status, sent.text)
      assert.deepEqual((await applicant.visitor.get(detailPath(applicant.applicationId))).json.documents, [])
    })
})

describe('answered by admission', () => {
  const admission = () => portal.deps.admission ?? assert.fail()
  test('a submit that is shed unread gets a ticket, and the headers that every answer has', async () => {
    const applicant = await beforeDeadline(portal)
    const { admits } = admission()
    admission().admits = () => false
    const shed = await applicant.visitor.post(SUBMIT, applicant.body)
    const read = await applicant.visitor.get('/api/user/profile/')
    admission().admits = admits
    const sent = await sendWith(applicant.visitor, applicant.body, String(shed.json.ticket))
    assert.deepEqual([shed.status, read.status, sent.status], [503, 503, 200], shed.text + sent.text)
    for (const name of ['x-content-type-options', 'referrer-policy', 'cache-control'])
      assert.ok(shed.headers.get(name), name)
    const headerNames = ({ headers }: Answer) =>
      [...headers.keys()].filter((name) => name !== 'connection' && name !== 'keep-alive').sort()
    assert.deepEqual(headerNames(shed), headerNames(read))
  })
})
