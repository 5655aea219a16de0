import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'

import { TICKET_WORDS } from '#contract/tickets/tickets.ts'
import { sql } from '../../server/database/connect.ts'
import { secretsFrom } from '../../server/secrets.ts'
import { readTicket, tokenHashOf, writeTicket } from '../../server/tickets/ticket.ts'
import { count, nextMinute, loggedIn } from '../support/accounts.ts'
import { answers, asForm, detailPath, PARTIAL, put, SUBMIT, updatePath } from '../support/answers.ts'
import { postJobs } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import {
  beforeDeadline,
  digestHeader,
  HOUR_MS,
  loggedInAgain,
  sendWith,
  ticketFor,
  whileBroken,
  isRefused,
  afterDeadline,
} from '../support/tickets.ts'
import type { Answer } from '../support/visitor.ts'

// The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
// Each test starts in a new minute, because one network may make few calls a minute.
afterEach(nextMinute)

// A ticket proves when a submit arrived. The portal gives one when it could not decide about a submit, as
// with status 500. `whileBroken` makes every submit fail like that. `ticketFor` gets the ticket of a failed
// submit.
describe('a submit that arrived in time counts', () => {
  test('an answer that neither accepts nor refuses has a ticket, the time of arrival, and when to try again (last-hour#ticket-given, last-hour#ticket-wire)', async () => {
    const { visitor, body } = await beforeDeadline(portal)
    const now = portal.clock.now()
    const answer = await whileBroken(portal, () => visitor.post(SUBMIT, body))
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.received_at],
      [500, 'failed', now.toISOString()],
    )
    assert.match(answer.json.message, /^We received your application at 2:02:00 p\.m\. It counts\./)
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds >= 5 && seconds <= 900, `${seconds} s`)
  })
  test('with the ticket the application is accepted after the deadline, and its receipt has the time of arrival (last-hour#ticket-receipt)', async () => {
    const { visitor, body, applicationId, deadline } = await beforeDeadline(portal)
    const receivedAt = portal.clock.now().toISOString()
    const ticket = await ticketFor(portal, visitor, body)
    afterDeadline(portal)
    isRefused(await visitor.post(SUBMIT, body), 'job_closed')
    const sent = await sendWith(visitor, body, ticket)
    assert.deepEqual([sent.status, sent.json.is_completed], [200, true], sent.text)
    assert.deepEqual(
      [sent.json.receipt.received_at, sent.json.receipt.submitted_at],
      [receivedAt, portal.clock.now().toISOString()],
    )
    assert.ok(sent.json.receipt.submitted_at > deadline.toISOString())
    const verified = await visitor.post('/api/receipts/verify/', { receipt: sent.json.receipt })
    assert.equal(verified.json.genuine, true)
    const dated = await visitor.post('/api/receipts/verify/', {
      receipt: { ...sent.json.receipt, received_at: '2026-11-24T10:00:00.000Z' },
    })
    assert.equal(dated.json.genuine, false)
    assert.equal(await count(portal, sql`select from ticket_uses where application_id = ${applicationId}`), 1)
    // A repeated submit with the same idempotency key gets the same answer (W10).
    assert.deepEqual((await sendWith(visitor, body, ticket)).json, sent.json)
  })
  test('a later save neither stops nor changes it: no version is needed, and sections that were not sent are empty (last-hour#ticket-body)', async () => {
    const { visitor, body, version, applicationId } = await beforeDeadline(portal)
    const own = { ...body, version, address: 'P.O. Box 7, Wajir' }
    const { referees: _, ...withoutReferees } = own
    const ticketWithout = await ticketFor(portal, visitor, withoutReferees)
    const ticket = await ticketFor(portal, visitor, own)
    const saved = await visitor.post(PARTIAL, { job_id: body.job_id, address: 'Somewhere else', version })
    assert.equal(saved.status, 200)
    afterDeadline(portal)
    const refused = await sendWith(visitor, withoutReferees, ticketWithout)
    assert.deepEqual([refused.status, refused.json.code], [422, 'invalid'], refused.text)
    const sent = await sendWith(visitor, own, ticket)
    assert.equal(sent.status, 200, sent.text)
    assert.equal((await visitor.get(detailPath(applicationId))).json.address, 'P.O. Box 7, Wajir')
  })
  test('of several tickets the earliest genuine one counts; flags, version and key may differ; the update call accepts tickets too (last-hour#ticket-wire, last-hour#submit-digest)', async () => {
    const { visitor, body, applicationId, version } = await beforeDeadline(portal)
    const receivedAt = portal.clock.now().toISOString()
    const first = await ticketFor(portal, visitor, body)
    const ofOtherPortal = writeTicket(
      secretsFrom(randomBytes(32)),
      readTicket(portal.deps.secrets, first) ?? assert.fail(),
    ).text
    portal.clock.advance(HOUR_MS / 4)
    const second = await ticketFor(portal, visitor, {
      ...body,
      idempotency_key: 'another',
      education_completed: true,
      version,
    })
    afterDeadline(portal)
    const headers = { 'submit-ticket': [ofOtherPortal, second, first].join(', ') }
    const sent = await put(visitor, updatePath(applicationId), body, headers)
    assert.equal(sent.status, 200, sent.text)
    assert.equal(sent.json.receipt.received_at, receivedAt)
  })
  test('the ticket of an update call without a job is valid only for the application in its address', async () => {
    const applicant = await beforeDeadline(portal)
    const { job_id: _, ...body } = applicant.body
    const busy = await whileBroken(portal, () =>
      put(applicant.visitor, updatePath(applicant.applicationId), body),
    )
    const headers = { 'submit-ticket': String(busy.json.ticket) }
    const [job_id = 0] = await postJobs(portal, { expiry_date: applicant.deadline.toISOString() })
    const other = (await applicant.visitor.post('/api/job-applications/', { job_id })).json.id as number
    const forOther = { 'submit-ticket': await ticketFor(portal, applicant.visitor, { ...body, job_id }) }
    afterDeadline(portal)
    isRefused(await put(applicant.visitor, updatePath(other), body, headers), 'submit_ticket_other_job')
    isRefused(
      await put(applicant.visitor, updatePath(applicant.applicationId), body, forOther),
      'submit_ticket_other_job',
    )
    isRefused(
      await put(
        applicant.visitor,
        updatePath(applicant.applicationId),
        { ...body, address: 'Changed' },
        headers,
      ),
      'submit_ticket_other_answers',
    )
    const sent = await put(applicant.visitor, updatePath(applicant.applicationId), body, headers)
    assert.equal(sent.status, 200, sent.text)
  })
  test('a person without a draft, whose submit arrived in time, can submit with the ticket', async () => {
    const { visitor } = await loggedIn(portal)
    const [job_id = 0] = await postJobs(portal, {
      expiry_date: new Date(portal.clock.now().getTime() + HOUR_MS / 2).toISOString(),
    })
    const body = { job_id, ...answers() }
    const ticket = await ticketFor(portal, visitor, body)
    await portal.db.run(sql`delete from job_applications where job_id = ${job_id}`)
    afterDeadline(portal)
    assert.equal((await sendWith(visitor, body, ticket)).status, 200)
  })
  test('a multipart form with files has a digest too, and is accepted when it is sent again unchanged', async () => {
    const { visitor, body, applicationId } = await beforeDeadline(portal)
    const form = () => asForm({ ...body, cv: new File([new Uint8Array(pdf())], 'cv.pdf') })
    const send = (headers: Record<string, string> = {}) =>
      fetch(portal.url + SUBMIT, {
        method: 'POST',
        body: form(),
        headers: { authorization: `Token ${visitor.token}`, ...headers },
      })
    const busy = (await (await whileBroken(portal, () => send())).json()) as { ticket: string }
    await portal.db.run(sql`delete from application_documents where application_id = ${applicationId}`)
    afterDeadline(portal)
    assert.equal((await send()).status, 409)
    const sent = await send({ 'submit-ticket': busy.ticket })
    assert.equal(sent.status, 200, await sent.clone().text())
    assert.equal((await visitor.get(detailPath(applicationId))).json.documents[0].name, 'cv.pdf')
  })
  test('a form that the portal stops reading in the middle of its file still gets a digest', async () => {
    const { visitor, body } = await beforeDeadline(portal)
    const file = new Uint8Array(pdf())
    // A database trigger makes the count of uploads fail, so that the submit ends before it has read the
    // whole form.
    await portal.db.run(sql`
      create function no_tally() returns trigger language plpgsql as $$ begin if new.key like 'uploads%' then raise exception 'broken'; end if; return new; end $$`)
    await portal.db.run(
      sql`create trigger no_tally before insert on counters for each row execute function no_tally()`,
    )
    const answer = await fetch(portal.url + SUBMIT, {
      method: 'POST',
      body: asForm({ ...body, cv: new File([file], 'cv.pdf') }),
      headers: { authorization: `Token ${visitor.token}` },
    })
    await portal.db.run(sql`drop trigger no_tally on counters`)
    const { ticket = '' } = (await answer.json()) as { ticket?: string }
    assert.equal(answer.status, 500)
    const expectedDigest = await digestHeader(body, { cv: createHash('sha256').update(file).digest('hex') })
    assert.deepEqual(
      { 'submit-digest': readTicket(portal.deps.secrets, ticket)?.digest.toString('hex') },
      expectedDigest,
    )
  })
  test('is accepted until the grace period is over, and not a second longer (last-hour#ticket-window)', async () => {
    const [early, late] = [await beforeDeadline(portal), await beforeDeadline(portal)]
    const tickets = [
      await ticketFor(portal, early.visitor, early.body),
      await ticketFor(portal, late.visitor, late.body),
    ] as const
    portal.clock.advance(HOUR_MS / 2 + portal.deps.config.ticketGraceMs)
    const [again, tooLate] = [
      await loggedInAgain(portal, early.email),
      await loggedInAgain(portal, late.email),
    ]
    assert.equal((await sendWith(again, early.body, tickets[0])).status, 200)
    portal.clock.advance(1_000)
    isRefused(await sendWith(tooLate, late.body, tickets[1]), 'job_closed')
  })
  test('a submit that came after the deadline gets a ticket of that time, which does not help', async () => {
    const { visitor, body } = await beforeDeadline(portal)
    afterDeadline(portal)
    // The job is open again while the portal makes the ticket, and closed when the ticket is used.
    await portal.db.run(
      sql`update jobs set expiry_date = expiry_date + interval '3 hours' where id = ${body.job_id}`,
    )
    const ticket = await ticketFor(portal, visitor, body)
    await portal.db.run(
      sql`update jobs set expiry_date = expiry_date - interval '3 hours' where id = ${body.job_id}`,
    )
    isRefused(await sendWith(visitor, body, ticket), 'job_closed')
  })
  test('a retry with a genuine ticket gets no new one (last-hour#ticket-verify)', async () => {
    const { visitor, body } = await beforeDeadline(portal)
    const receivedAt = portal.clock.now().toISOString()
    const ticket = await ticketFor(portal, visitor, body)
    portal.clock.advance(30_000)
    const retry = await whileBroken(portal, () => sendWith(visitor, body, ticket))
    assert.deepEqual([retry.status, retry.json.ticket, retry.json.received_at], [500, undefined, receivedAt])
    assert.ok(Number(retry.headers.get('retry-after')) > 0)
    const other = await whileBroken(portal, () => sendWith(visitor, { ...body, address: 'Changed' }, ticket))
    assert.equal(other.json.code, 'submit_ticket_other_answers')
  })
})

describe('to whom a ticket belongs', () => {
  test('a session that has just ended gets a ticket; the token opens nothing, but the account can use the ticket after a login (last-hour#ticket-given, last-hour#ticket-account)', async () => {
    const { visitor, body, email } = await beforeDeadline(portal)
    await visitor.post('/api/logout/')
    const ended = await visitor.post(SUBMIT, body)
    assert.deepEqual(
      [ended.status, ended.json.code, typeof ended.json.ticket],
      [401, 'signed_out', 'string'],
      ended.text,
    )
    afterDeadline(portal)
    // A stolen ticket is useless without a login.
    const stolen = await sendWith(visitor, body, ended.json.ticket)
    assert.deepEqual([stolen.status, stolen.json.code, stolen.json.ticket], [401, 'signed_out', undefined])
    const sent = await sendWith(await loggedInAgain(portal, email), body, ended.json.ticket)
    assert.equal(sent.status, 200, sent.text)
  })
  test('a small form of a session that has just ended gets the same ticket, although no one has read the form (last-hour#digest-header)', async () => {
    const { visitor, body, email, token } = await beforeDeadline(portal)
    await visitor.post('/api/logout/')
    const answer = await fetch(portal.url + SUBMIT, {
      method: 'POST',
      body: asForm(body),
      headers: { authorization: `Token ${token}` },
    })
    const { ticket = '' } = (await answer.json()) as { ticket?: string }
    assert.deepEqual(
      [answer.status, readTicket(portal.deps.secrets, ticket)?.digest.toString('hex')],
      [401, (await digestHeader(body))['submit-digest']],
    )
    afterDeadline(portal)
    const sent = await sendWith(await loggedInAgain(portal, email), body, ticket)
    assert.equal(sent.status, 200, sent.text)
  })
  for (const [what, ends] of [
    ['expired', async () => portal.clock.advance(61 * 60_000)],
    [
      'was swept',
      async () => {
        portal.clock.advance(61 * 60_000)
        await portal.db.run(sql`delete from sessions where expires_at < ${portal.clock.now()}`)
      },
    ],
    [
      'changed its token twice',
      async (visitor: { post: (path: string) => Promise<Answer>; token: string | undefined }) => {
        const first = visitor.token
        for (let times = 0; times < 2; times++)
          visitor.token = (await visitor.post('/api/session/extend/')).json.token
        visitor.token = first
        portal.clock.advance(120_000)
      },
    ],
  ] as const) {
    test(`also of a session that ${what}`, async () => {
      const person = await beforeDeadline(portal, {
        expiry_date: new Date(portal.clock.now().getTime() + 2 * HOUR_MS).toISOString(),
      })
      await ends(person.visitor)
      const answer = await person.visitor.post(SUBMIT, person.body)
      assert.deepEqual([answer.status, typeof answer.json.ticket], [401, 'string'], answer.text)
      portal.clock.advance(2 * HOUR_MS - 60_000)
      assert.equal(
        (await sendWith(await loggedInAgain(portal, person.email), person.body, answer.json.ticket)).status,
        200,
      )
    })
  }
  test('an invented token gets no ticket; an ended session gets none three hours later (last-hour#ticket-account)', async () => {
    const { visitor, body, email } = await beforeDeadline(portal, {
      expiry_date: new Date(portal.clock.now().getTime() + 9 * HOUR_MS).toISOString(),
    })
    const stranger = portal.visitor()
    stranger.token = randomBytes(32).toString('base64url')
    assert.equal((await stranger.post(SUBMIT, body)).json.ticket, undefined)
    const ticket = await ticketFor(portal, visitor, body)
    await visitor.post('/api/logout/')
    portal.clock.advance(4 * HOUR_MS + 1_000)
    assert.equal((await visitor.post(SUBMIT, body)).json.ticket, undefined)
    isRefused(await sendWith(await loggedInAgain(portal, email), body, ticket), 'submit_ticket_other_account')
  })
})

describe('refused, each with its sentence', () => {
  test('a forged ticket; one of another account, for another job, for other answers, or with a time in the future (last-hour#ticket-content, last-hour#ticket-refused)', async () => {
    const { visitor, body, token } = await beforeDeadline(portal)
    const other = await beforeDeadline(portal)
    const ticket = await ticketFor(portal, visitor, body)
    const [job_id = 0] = await postJobs(portal, {
      expiry_date: new Date(portal.clock.now().getTime() + HOUR_MS / 2).toISOString(),
    })
    await visitor.post('/api/job-applications/', { job_id })
    const forOther = await ticketFor(portal, visitor, { ...body, job_id })
    const read = readTicket(portal.deps.secrets, ticket) ?? assert.fail()
    const future = writeTicket(portal.deps.secrets, {
      ...read,
      receivedAt: new Date(portal.clock.now().getTime() + 10 * HOUR_MS),
    }).text
    assert.ok(tokenHashOf(`Token ${token}`)?.equals(read.tokenHash))
    afterDeadline(portal)
    const middle = ticket.length >> 1
    for (const forged of [
      'x',
      ticket.slice(0, -4),
      `${ticket.slice(0, middle)}${ticket[middle] === 'A' ? 'B' : 'A'}${ticket.slice(middle + 1)}`,
      '.',
    ])
      isRefused(await sendWith(visitor, body, forged), 'submit_ticket_forged')
    assert.match(
      TICKET_WORDS.forged,
      /we cannot read the proof\. .* If the deadline has passed, write to us\.$/,
    )
    isRefused(await sendWith(visitor, body, future), 'submit_ticket_future')
    isRefused(await sendWith(visitor, body, forOther), 'submit_ticket_other_job')
    isRefused(await sendWith(visitor, { ...body, address: 'Changed' }, ticket), 'submit_ticket_other_answers')
    isRefused(
      await sendWith(visitor, { ...body, profile: { idno: '12345678' } }, ticket),
      'submit_ticket_other_answers',
    )
    isRefused(await sendWith(other.visitor, body, ticket), 'submit_ticket_other_account')
    assert.equal((await sendWith(visitor, body, ...Array.from({ length: 6 }, () => ticket))).status, 400)
    assert.equal((await sendWith(visitor, body, forOther, ticket)).status, 200)
  })
  test('of a hundred thousand forged, copied and foreign tickets, none is accepted (last-hour#ticket-content, last-hour#goal-forged-tickets)', () => {
    const [ours, theirs] = [portal.deps.secrets, secretsFrom(randomBytes(32))]
    const real = {
      receivedAt: A_TUESDAY,
      tokenHash: randomBytes(32),
      digest: randomBytes(32),
      node: randomBytes(8),
    }
    const { text } = writeTicket(ours, real)
    let accepted = 0
    for (let round = 0; round < 50_000; round++) {
      const index = Math.floor((round / 50_000) * text.length)
      const changed = `${text.slice(0, index)}${String.fromCharCode(33 + ((text.charCodeAt(index) + round) % 90))}${text.slice(index + 1)}`
      if (changed !== text && readTicket(ours, changed)) accepted++
      if (readTicket(ours, writeTicket(theirs, { ...real, digest: randomBytes(32) }).text)) accepted++
    }
    assert.equal(accepted, 0)
  })
})

describe('after the deadline', () => {
  test('saves, uploads and removals are refused with the sentence of a closed job; reading is not refused (last-hour#ticket-window)', async () => {
    const { visitor, jobId, applicationId } = await beforeDeadline(portal)
    const path = `${detailPath(applicationId)}documents/cv/`
    const upload = () =>
      fetch(portal.url + path, {
        method: 'PUT',
        body: asForm({ file: new File([new Uint8Array(pdf())], 'cv.pdf') }),
        headers: { authorization: `Token ${visitor.token}` },
      })
    assert.equal((await upload()).status, 200)
    afterDeadline(portal, 1_000)
    isRefused(await visitor.post(PARTIAL, { job_id: jobId, address: 'Too late' }), 'job_closed')
    isRefused(await visitor.request('DELETE', path), 'job_closed')
    assert.equal((await upload()).status, 409)
    const whole = await visitor.get(detailPath(applicationId))
    assert.deepEqual(
      [whole.status, whole.json.address, whole.json.documents.length],
      [200, 'P.O. Box 1, Garissa', 1],
    )
    assert.equal(
      await count(portal, sql`select from draft_copies where application_id = ${applicationId}`),
      0,
    )
  })
})
