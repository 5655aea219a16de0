import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { EMAIL_WORDS } from '#contract/outbox/email-words.ts'
import { STAFF_ROLES } from '#contract/staff/rights.ts'
import { sweepNodes } from '../../server/brownout/store.ts'
import { sql } from '../../server/database/connect.ts'
import { emails } from '../../server/emails.ts'
import { createTransport } from '../../server/mail/transport.ts'
import { deliverDue } from '../../server/outbox/deliver.ts'
import { nextMinute, register, registration } from '../support/accounts.ts'
import { newApplicant, deriveFacts } from '../support/reports.ts'
import { postJobs } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { smtpPeer } from '../support/smtp-peer.ts'
import { type Officer, officer } from '../support/staff.ts'

// The report on the whole portal shows officers its emails, jobs, machines and documents.

let portal: Portal
let peer: Awaited<ReturnType<typeof smtpPeer>>
let recruiter: Officer
let auditor: Officer
before(async () => {
  peer = await smtpPeer()
  portal = await openPortal({
    config: {
      SMTP_URL: `smtp://127.0.0.1:${peer.port}`,
      MAIL_FROM: 'IEBC Jobs <jobs@iebc.example>',
      PUBLIC_URL: 'http://jobs.iebc.example',
    },
  })
  ;[recruiter, auditor] = [await officer(portal, 'recruiter'), await officer(portal, 'auditor')]
})
beforeEach(async () => {
  nextMinute()
  portal.clock.set(A_TUESDAY)
  await portal.db.run(sql`delete from outbox`)
})
after(async () => {
  await portal.close()
  await peer.close()
})

/** The report on the whole portal. */
const report = async (by: Officer = auditor) => (await by.visitor.get('/api/staff/reports/')).json
/** The numbers on the officers' start page. */
const startPage = async () => (await auditor.visitor.get('/api/staff/now/')).json
/** Makes the portal try again to deliver failed emails with this topic and error. */
const retry = (by: Officer, topic: string, error: string) =>
  by.visitor.post('/api/staff/emails/retry/', { topic, failure: error })
const deliver = async () => {
  const transport = createTransport(portal.deps.config)
  await deliverDue(portal.deps, emails, transport)
  transport.close()
}
const VERIFY = 'accounts.verify-email'
/** Registers a person, so that a verification email is queued. Returns the person's email address. */
const newcomer = async () => {
  const body = registration()
  assert.equal((await register(portal, body)).status, 201)
  return body.email
}

describe('R4 officers see emails that wait, and emails that failed', () => {
  test('by kind: how many, since when, how many were tried; no address is shown', async () => {
    peer.manner = 'busy'
    const email = await newcomer()
    portal.clock.advance(90_000)
    await newcomer()
    await deliver()
    const { waiting, dead } = await report()
    assert.deepEqual(waiting, [
      { topic: VERIFY, words: EMAIL_WORDS[VERIFY], count: 2, oldest: A_TUESDAY.toISOString(), put_off: 2 },
    ])
    assert.deepEqual(dead, [])
    assert.ok(!JSON.stringify(await report()).includes(email))
    assert.deepEqual((await startPage()).letters, { waiting: 2, oldest: A_TUESDAY.toISOString(), failed: 0 })
  })
  test('a permanently refused email is shown with the number of the server’s reply, and none of its words', async () => {
    peer.manner = 'no such mailbox'
    const email = await newcomer()
    await deliver()
    const { waiting, dead } = await report()
    const moment = A_TUESDAY.toISOString()
    assert.deepEqual(
      [waiting, dead],
      [
        [],
        [
          {
            topic: VERIFY,
            words: EMAIL_WORDS[VERIFY],
            error: '550',
            count: 1,
            first: moment,
            last: moment,
            may_retry: true,
          },
        ],
      ],
    )
    assert.ok(!JSON.stringify(dead).includes(email))
    assert.equal((await startPage()).letters.failed, 1)
  })
  test('when failed emails are sent again they arrive; that makes one audit entry with the choice, and no address', async () => {
    peer.manner = 'no such mailbox'
    for (const _ of [1, 2]) await newcomer()
    await deliver()
    peer.manner = 'take'
    peer.taken.length = 0
    const answer = await retry(recruiter, VERIFY, '550')
    assert.deepEqual([answer.status, answer.json], [200, { retried: 2, left: 0 }])
    await deliver()
    assert.equal(peer.taken.length, 2)
    const entries = await portal.db.rows<{ staff_id: number; detail: unknown }>(
      sql`select staff_id, detail from audit_entries where act = 'letters.retried'`,
    )
    assert.deepEqual(entries, [{ staff_id: recruiter.id, detail: { topic: VERIFY, error: '550', count: 2 } }])
  })
  test('an unknown kind of email, or an expired code, cannot be sent again, and makes no audit entry', async () => {
    const before = await portal.db.row(
      sql`select count(*) as n from audit_entries where act = 'letters.retried'`,
    )
    await portal.db.run(sql`
      insert into outbox (topic, payload, run_at, created_at, dead_at, last_error)
      values ('accounts.reset-code', '{"email":"x@example.org","nonce":"n"}', ${A_TUESDAY}, ${A_TUESDAY}, ${A_TUESDAY}, '550')`)
    const [{ may_retry }] = (await report()).dead
    assert.deepEqual(
      [
        may_retry,
        (await retry(recruiter, 'accounts.reset-code', '550')).status,
        (await retry(recruiter, VERIFY, '550')).status,
      ],
      [false, 409, 404],
    )
    assert.deepEqual(
      await portal.db.row(sql`select count(*) as n from audit_entries where act = 'letters.retried'`),
      before,
    )
  })
  test('an officer who may only read the report cannot send emails again', async () => {
    for (const role of STAFF_ROLES) {
      const { status } = await retry(await officer(portal, role), VERIFY, '550')
      assert.equal(status, ['administrator', 'recruiter'].includes(role) ? 404 : 403, role)
    }
  })
  test('every kind of email has words of its own', () => {
    for (const topic of Object.keys(emails))
      assert.ok(EMAIL_WORDS[topic], `contract/outbox/email-words.ts: ${topic}`)
  })
})

describe('staff: the whole portal at this moment', () => {
  test('sent within the hour and within the day, by job; what is not sorted yet is counted apart', async () => {
    const [id = 0] = await postJobs(portal, { title: 'Counted by the hour' })
    portal.clock.advance(-2 * 3_600_000)
    await newApplicant(portal, id)
    portal.clock.set(A_TUESDAY)
    await newApplicant(portal, id)
    await newApplicant(portal, id)
    assert.equal((await report()).unsorted, 3)
    await deriveFacts(portal)
    const { jobs, unsorted } = await report()
    const mine = jobs.find((entry: { id: number }) => entry.id === id)
    assert.deepEqual(
      [mine.sent_last_hour, mine.sent_last_day, mine.title, unsorted],
      [2, 3, 'Counted by the hour', 0],
    )
    assert.equal((await startPage()).sent_last_hour, 2)
    assert.equal((await report()).sent_last_hour, 2, 'of all jobs, also of those that are not listed')
  })
  test('the machines: how many processes each has, in which version, and when it was last seen', async () => {
    // Four processes report: two on machine `one`, one on machine `two`, and one on a machine without a name.
    await portal.db.run(sql`
      insert into nodes (id, seen_at, load, name, version)
      select gen_random_uuid(), ${A_TUESDAY}::timestamptz - interval '1 minute' * minutes, '{}', name, '1.0.0-3f2a91bc'
      from (values ('one', 0), ('one', 2), ('two', 5), ('', 0)) as seen (name, minutes)`)
    const { machines } = await report()
    assert.deepEqual(machines, [
      { name: 'one', version: '1.0.0-3f2a91bc', processes: 2, seen_at: A_TUESDAY.toISOString() },
      {
        name: 'two',
        version: '1.0.0-3f2a91bc',
        processes: 1,
        seen_at: new Date(A_TUESDAY.getTime() - 5 * 60_000).toISOString(),
      },
    ])
    await sweepNodes(portal.db, new Date(A_TUESDAY.getTime() - 3 * 60_000))
    assert.deepEqual(await portal.db.rows(sql`select name from nodes where name = 'two'`), [])
    await portal.db.run(sql`delete from nodes`)
  })
  test('documents that no scanner looked at', async () => {
    const row = await portal.db.row<{ id: number }>(sql`select id from job_applications limit 1`)
    await portal.db.run(sql`
      insert into application_documents (application_id, kind, hash, size, type, name, state, scan_due, uploaded_at)
      select ${row?.id ?? 0}, kind, sha256(kind::bytea), 7, 'pdf', 'cv.pdf', 'unscanned', ${A_TUESDAY}, ${A_TUESDAY} from unnest('{cv,cover_letter}'::text[]) kind`)
    assert.deepEqual((await startPage()).documents, { unscanned: 2, scanner: false })
  })
  test('reading the start page does not count as a view of the report', async () => {
    const staffMember = await officer(portal, 'approver')
    await staffMember.visitor.get('/api/staff/now/')
    assert.deepEqual(
      await portal.db.rows(
        sql`select act from audit_entries where staff_id = ${staffMember.id} and act = 'figures.looked_at'`,
      ),
      [],
    )
  })
})
