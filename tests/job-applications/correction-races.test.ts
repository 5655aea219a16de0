import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { CORRECTION_WORDS as WORDS } from '#contract/job-applications/correction.ts'
import { sql } from '../../server/database/connect.ts'
import { writeMinutes } from '../../server/tickets/write-minutes.ts'
import { insertNode } from '../../server/tickets/minutes-store.ts'
import { proveUses } from '../../server/tickets/prove-uses.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { count, nextMinute } from '../support/accounts.ts'
import {
  answers,
  asForm,
  detailPath,
  PARTIAL,
  put,
  readyToSend,
  SUBMIT,
  updatePath,
} from '../support/answers.ts'
import {
  actionPath,
  type Applicant,
  correct,
  institutionOf,
  MAKERERE,
  reopen,
  sentOnce,
  uploadCv,
} from '../support/corrections.ts'
import { good } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { form, send } from '../support/uploads.ts'
import { HOUR_MS, isRefused, sendWith, ticketFor, whileBroken } from '../support/tickets.ts'

// A submitted application is corrected at bad moments: repeatedly, on two devices, or near the deadline.
// `good` checks that a reply has status 200, and returns its JSON. `ticketFor` gets the ticket of a failed
// submit, which proves when it arrived. `sendWith` submits with the ticket.
let portal: Portal
before(async () => {
  // The limit of calls per account is raised, so that no test reaches it. The database writes each commit to
  // disk, as in production.
  portal = await openPortal({ config: { ACCOUNT_ALLOWANCE_FACTOR: '1000' }, durable: true })
})
after(() => portal.close())
// Each test starts in a new minute, because one network may make few calls a minute.
afterEach(nextMinute)

/** The application in its submitted version, or below as the draft of its correction. */
const sentOf = async ({ visitor, applicationId }: Applicant) =>
  good(await visitor.get(detailPath(applicationId)))
const draftOf = async ({ visitor, applicationId }: Applicant) =>
  good(await visitor.get(`${detailPath(applicationId)}?draft=true`))
/** The faults that the command `log verify` finds in the public log. */
async function problems(): Promise<string[]> {
  await checkpointWriter(portal.deps)()
  const found: string[] = []
  await auditLog(portal.deps, (problem) => found.push(problem))
  return found
}

describe('W10, W15 repeated calls', () => {
  test('a late repeat of the first submit gets its answer again, also with files, and does not count as a correction', async () => {
    const person = await sentOnce(portal)
    good(await reopen(person))
    const again = await correct(person, 'first')
    assert.deepEqual(good(again).receipt, person.first.receipt)
    const { body, type } = form([
      { name: 'job_id', data: String(person.jobId) },
      { name: 'cv', file: 'late.pdf', type: 'application/pdf', data: pdf() },
    ])
    const withFile = await send(`${portal.url}${SUBMIT}`, {
      method: 'POST',
      token: person.visitor.token,
      headers: { 'content-type': type, 'content-length': body.length, 'idempotency-key': 'first' },
      body,
    })
    assert.deepEqual(good(withFile).receipt, person.first.receipt)
    const draft = await draftOf(person)
    assert.deepEqual([draft.documents, institutionOf(draft)], [[], 'Moi University'])
    const second = good(await correct(person, 'second'))
    assert.deepEqual(good(await correct(person, 'second')), second)
    assert.deepEqual(good(await correct(person, 'first')).receipt, person.first.receipt)
    assert.equal(institutionOf(await sentOf(person)), 'Makerere University')
    good(await person.visitor.post(actionPath(person, 'withdraw'), {}))
    // The job is open, but the idempotency key is of an earlier version, so no one applies again.
    assert.deepEqual(good(await correct(person, 'first')).receipt, person.first.receipt)
    assert.deepEqual(await problems(), [])
  })

  // `correct` submits the correction with this idempotency key.
  test('five reopenings at once count as one; twenty submits at once, five with each key, make one version', async () => {
    const person = await sentOnce(portal)
    const opened = await Promise.all(Array.from({ length: 5 }, () => reopen(person)))
    assert.deepEqual(new Set(opened.map(({ status, json }) => `${status} ${json.version}`)).size, 1)
    const calls = await Promise.all(
      Array.from({ length: 20 }, (_, index) => correct(person, `key-${index % 4}`)),
    )
    const taken = calls.filter(({ status }) => status === 200)
    assert.equal(taken.length, 5)
    assert.equal(new Set(taken.map(({ text }) => text)).size, 1)
    for (const { status, json } of calls.filter((call) => call.status !== 200))
      assert.deepEqual([status, json.code, json.message], [409, 'already_applied', WORDS.sentElsewhere])
    const versions = sql`select from superseded_submissions where application_id = ${person.applicationId}`
    assert.equal(await count(portal, versions), 1)
    assert.deepEqual(await problems(), [])
  })
})

describe('T22, W15 a correction on two devices', () => {
  test('a 409 shows the documents as every other answer does: without the stored hash and without warnings for officers', async () => {
    const person = await readyToSend(portal)
    const withScript = pdf('4 0 obj<</S/JavaScript/JS(app.alert\\(1\\))>>endobj')
    assert.equal((await uploadCv(portal, person, 'cv.pdf', withScript)).status, 200)
    const stored = await portal.db.row<{ flags: string[] }>(
      sql`select flags from application_documents where application_id = ${person.applicationId}`,
    )
    assert.deepEqual(stored?.flags, ['javascript'])
    // The upload raised the version of the draft, so these three calls name an old one.
    const body = { job_id: person.jobId, version: person.version }
    const refused = [
      await person.visitor.post(PARTIAL, body),
      await person.visitor.post(SUBMIT, body),
      await put(person.visitor, updatePath(person.applicationId), { version: person.version }),
    ]
    const { documents } = await sentOf(person)
    assert.equal(documents.length, 1)
    for (const { status, json } of refused)
      assert.deepEqual([status, json.code, json.current.documents], [409, 'conflict', documents])
  })

  test('a save of an old version is 409 with the draft, and its text is kept; the submitted version stays as it was', async () => {
    const person = await sentOnce(portal)
    const { version } = good(await reopen(person))
    const save = (address: string) => person.visitor.post(PARTIAL, { job_id: person.jobId, address, version })
    good(await save('first device'))
    const refused = [
      await save('second device'),
      await put(person.visitor, updatePath(person.applicationId), { address: 'second device', version }),
    ]
    for (const { status, json } of refused)
      assert.deepEqual(
        [status, json.code, json.current.address, json.current.is_completed],
        [409, 'conflict', 'first device', false],
      )
    const copies = sql`select from draft_copies where application_id = ${person.applicationId} and content::text like '%second device%'`
    assert.equal(await count(portal, copies), 2)
    assert.equal((await sentOf(person)).address, 'P.O. Box 1, Garissa')
  })

  test('after one device sent it, the other gets a message that says so; its save and its file are refused', async () => {
    const person = await sentOnce(portal)
    good(await reopen(person))
    good(await correct(person, 'one-device'))
    const late = await correct(person, 'other-device')
    assert.deepEqual([late.status, late.json.message], [409, WORDS.sentElsewhere])
    const save = await person.visitor.post(PARTIAL, { job_id: person.jobId, address: 'late' })
    const upload = await uploadCv(portal, person, 'late.pdf', pdf())
    assert.deepEqual([save.json.code, upload.json.code], ['already_applied', 'already_applied'])
  })

  test('a correction and a withdrawal at the same moment: one wins, whole', async () => {
    for (let round = 0; round < 4; round++) {
      const person = await sentOnce(portal)
      good(await reopen(person))
      const [sending, withdrawal] = await Promise.all([
        put(person.visitor, updatePath(person.applicationId), { education: MAKERERE }),
        person.visitor.post(actionPath(person, 'withdraw'), {}),
      ])
      assert.equal(withdrawal.status, 200, withdrawal.text)
      assert.ok([200, 409].includes(sending.status), sending.text)
      const { status, receipt } = await sentOf(person)
      assert.deepEqual([status, receipt.version], ['Withdrawn', sending.status === 200 ? '2' : undefined])
    }
    assert.deepEqual(await problems(), [])
  })
})

describe('W15, W24 a correction in the last minutes', () => {
  /** A submitted application, reopened half an hour before its job closes, and the body of its correction. */
  async function nearDeadline() {
    const expiry_date = new Date(portal.clock.now().getTime() + HOUR_MS / 2).toISOString()
    const person = await readyToSend(portal, { job: { expiry_date } })
    const body = { job_id: person.jobId, ...answers({ education: MAKERERE }) }
    return { ...person, body }
  }
  const first = (person: Applicant) =>
    person.visitor.post(SUBMIT, { job_id: person.jobId }, { headers: { 'idempotency-key': 'first' } })

  test('with a ticket of the reopened application the correction is accepted after the deadline, and its minute is proven', async () => {
    const person = await nearDeadline()
    const { visitor, body } = person
    const held = await ticketFor(portal, visitor, { ...body, address: 'First' })
    portal.clock.advance(1_000)
    good(await sendWith(visitor, { ...body, address: 'First' }, held))
    portal.clock.advance(1_000)
    good(await reopen(person))
    portal.clock.advance(1_000)
    const receivedAt = portal.clock.now().toISOString()
    const ticket = await ticketFor(portal, visitor, body)
    portal.clock.advance(HOUR_MS / 2 + 60_000)
    isRefused(await visitor.post(SUBMIT, body), 'job_closed')
    const { receipt } = good(await sendWith(visitor, body, ticket))
    assert.deepEqual([receipt.version, receipt.received_at], ['2', receivedAt])
    assert.equal(institutionOf(await sentOf(person)), 'Makerere University')
    const node = portal.deps.tickets?.node ?? assert.fail()
    await insertNode(portal.db, node, portal.clock.now())
    await writeMinutes(portal.deps)
    await proveUses(portal.deps)
    const uses = await portal.db.rows<{ version: number }>(
      sql`select version from ticket_uses where application_id = ${person.applicationId} order by version`,
    )
    assert.deepEqual(uses, [{ version: 1 }, { version: 2 }])
    assert.deepEqual(await problems(), [])
  })

  test('a ticket from before the reopening, or of an application that was never reopened, submits no correction', async () => {
    const person = await nearDeadline()
    const { visitor, body } = person
    const old = await ticketFor(portal, visitor, body)
    portal.clock.advance(1_000)
    good(await first(person))
    isRefused(await sendWith(visitor, body, old), 'already_applied')
    portal.clock.advance(1_000)
    good(await reopen(person))
    isRefused(await sendWith(visitor, body, old), 'already_applied')
    portal.clock.advance(HOUR_MS / 2 + 60_000)
    isRefused(await sendWith(visitor, body, old), 'already_applied')
    assert.equal(institutionOf(await sentOf(person)), 'Moi University')
  })

  test('a repeated call with a ticket from before the reopening replaces no file of the correction', async () => {
    const person = await nearDeadline()
    const call = async (ticket?: string) => {
      const answer = await fetch(portal.url + SUBMIT, {
        method: 'POST',
        body: asForm({ ...person.body, cv: new File([new Uint8Array(pdf('% old'))], 'old.pdf') }),
        headers: {
          authorization: `Token ${person.visitor.token}`,
          ...(ticket ? { 'submit-ticket': ticket } : {}),
        },
      })
      return { status: answer.status, json: (await answer.json()) as { code?: string; ticket?: string } }
    }
    const { ticket } = (await whileBroken(portal, () => call())).json
    portal.clock.advance(1_000)
    assert.equal((await call(ticket)).status, 200)
    portal.clock.advance(1_000)
    good(await reopen(person))
    good(await uploadCv(portal, person, 'new.pdf', pdf('% new')))
    const before = await draftOf(person)
    const late = await call(ticket)
    assert.deepEqual([late.status, late.json.code], [409, 'already_applied'])
    const { version, documents } = await draftOf(person)
    assert.deepEqual([version, documents[0].name], [before.version, 'new.pdf'])
  })

  test('a ticket cannot reopen an application after the deadline', async () => {
    const person = await nearDeadline()
    good(await first(person))
    good(await reopen(person))
    const ticket = await ticketFor(portal, person.visitor, person.body)
    good(await person.visitor.post(actionPath(person, 'keep-sent'), {}))
    portal.clock.advance(HOUR_MS / 2 + 60_000)
    const late = await person.visitor.post(
      actionPath(person, 'reopen'),
      {},
      { headers: { 'submit-ticket': ticket } },
    )
    isRefused(late, 'job_closed')
  })
})
