import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { notificationsWhere } from '../support/notifications.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { answers, PARTIAL, SUBMIT } from '../support/answers.ts'
import { reopen } from '../support/corrections.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type Change, type JobStaff, jobStaff } from '../support/staff-jobs.ts'
import { HOUR_MS } from '../support/tickets.ts'

// When the deadline of a job changes, people who have a draft are notified.

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal({ config: { PUBLIC_URL: 'http://jobs.example.org' } })
  staff = await jobStaff(portal)
})
beforeEach(() => nextMinute())
after(() => portal.close())

/**
 * Creates a public job and two people. `drafting` has a draft of an application for it, and `done` has
 * submitted one.
 */
async function withDraft(over: Record<string, unknown> = {}) {
  const id = await staff.published(over)
  const [drafting, done] = [await loggedIn(portal), await loggedIn(portal)]
  await drafting.visitor.post(PARTIAL, { job_id: id, ...answers() })
  await done.visitor.post(SUBMIT, { job_id: id, idempotency_key: `told${id}`, ...answers() })
  const { title } = (await staff.detail(id)).json
  return { id, title, drafting, done }
}
type Applicants = Awaited<ReturnType<typeof withDraft>>
const notificationsTo = async (userId: number) =>
  (await notificationsWhere(portal.db, sql`user_id = ${userId} and type = 'deadline_changed'`)).map(
    ({ message, url }) => ({ message, url }),
  )
const emailsAbout = async (email: string) =>
  (await emailsTo(portal, email)).filter(({ subject }) => /More time|closed|withdrawn/.test(subject ?? ''))

/** Makes the change of the job. Expects one notification and one email, both to the person with the draft. */
async function expectNotified(
  entry: Applicants,
  change: Change,
  wanted: { notice: string; url: string; subject: string; says: RegExp; leads: string },
) {
  await staff.changed(entry.id, change)
  assert.deepEqual(await notificationsTo(entry.drafting.id), [{ message: wanted.notice, url: wanted.url }])
  const emails = await emailsAbout(entry.drafting.email)
  assert.deepEqual(
    emails.map(({ subject }) => subject),
    [wanted.subject],
  )
  const text = emails[0]?.text ?? ''
  assert.match(text, wanted.says)
  assert.ok(text.includes(`http://jobs.example.org${wanted.leads}\n`), text)
  assert.deepEqual(
    [await notificationsTo(entry.done.id), await emailsAbout(entry.done.email)],
    [[], []],
    'who has applied needs not know',
  )
}

describe('staff: people with a draft are notified of another deadline, by a notification and an email', () => {
  test('of more time', async () => {
    const applicant = await withDraft()
    await expectNotified(
      applicant,
      { kind: 'extend', expiry_date: '2026-12-20' },
      {
        notice: `You can apply for ${applicant.title} until Sunday, 20 December 2026 at 11:59 p.m. EAT. The commission resolved so. Your application is not sent yet.`,
        url: `/apply?job=${applicant.id}`,
        subject: `More time for ${applicant.title}`,
        says: /It now closes on Sunday, 20 December 2026 at 11:59 p\.m\. EAT\./,
        leads: `/apply?job=${applicant.id}`,
      },
    )
  })
  test('J1 of more time, even if the email is sent at the very instant of the new deadline', async () => {
    const applicant = await withDraft()
    await staff.changed(applicant.id, { kind: 'extend', expiry_date: '2026-12-20' })
    await portal.db.run(sql`update jobs set expiry_date = ${portal.clock.now()} where id = ${applicant.id}`)
    assert.deepEqual(
      (await emailsAbout(applicant.drafting.email)).map(({ subject }) => subject),
      [`More time for ${applicant.title}`],
    )
  })
  test('of an end earlier than announced', async () => {
    const applicant = await withDraft()
    await expectNotified(
      applicant,
      { kind: 'end_early' },
      {
        notice: `Applications for ${applicant.title} were closed early. Your application was not sent.`,
        url: `/jobs/${applicant.id}`,
        subject: `Applications for ${applicant.title} are closed`,
        says: /earlier than announced\. Your application was not sent\./,
        leads: `/jobs/${applicant.id}`,
      },
    )
  })
  test('of a job that is open again', async () => {
    const applicant = await withDraft()
    await portal.db.run(
      sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - 1)} where id = ${applicant.id}`,
    )
    await expectNotified(
      applicant,
      { kind: 'reopen', expiry_date: '2026-12-20' },
      {
        notice: `You can apply for ${applicant.title} until Sunday, 20 December 2026 at 11:59 p.m. EAT. The commission resolved so. Your application is not sent yet.`,
        url: `/apply?job=${applicant.id}`,
        subject: `More time for ${applicant.title}`,
        says: /It now closes on/,
        leads: `/apply?job=${applicant.id}`,
      },
    )
  })
  test('of an open job that was withdrawn; its page is gone, and the email does not link to it', async () => {
    const applicant = await withDraft()
    await expectNotified(
      applicant,
      { kind: 'archive' },
      {
        notice: `${applicant.title} was withdrawn. Your application was not sent.`,
        url: '/jobs',
        subject: `${applicant.title} was withdrawn`,
        says: /No one can apply for it any more, and your application was not sent/,
        leads: '/jobs',
      },
    )
  })
  test('no one is notified of an edit, nor of a closed job that is archived', async () => {
    const applicant = await withDraft()
    await staff.changed(applicant.id, { kind: 'edit' })
    await portal.db.run(
      sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - 3 * HOUR_MS)} where id = ${applicant.id}`,
    )
    await staff.changed(applicant.id, { kind: 'archive' })
    assert.deepEqual(
      [await notificationsTo(applicant.drafting.id), await emailsAbout(applicant.drafting.email)],
      [[], []],
    )
  })
  test('an email says what is true when it is sent, or is not sent at all', async () => {
    const applicant = await withDraft()
    await staff.changed(applicant.id, { kind: 'extend', expiry_date: '2026-12-20' })
    await applicant.drafting.visitor.post(SUBMIT, {
      job_id: applicant.id,
      idempotency_key: `sent${applicant.id}`,
      ...answers(),
    })
    assert.deepEqual(await emailsAbout(applicant.drafting.email), [], 'it was sent meanwhile')
    const other = await withDraft()
    await staff.changed(other.id, { kind: 'extend', expiry_date: '2026-12-20' })
    await portal.db.run(
      sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - 1)} where id = ${other.id}`,
    )
    assert.deepEqual(
      await emailsAbout(other.drafting.email),
      [],
      'more time that is over is no news, and nobody closed it early',
    )
  })
})

describe('staff: people with an unsent correction are notified too, and read that what they sent counts (W15)', () => {
  /** A public job, and a person who reopened a sent application for it. */
  async function withCorrection() {
    const id = await staff.published()
    const person = await loggedIn(portal)
    await person.visitor.post(SUBMIT, { job_id: id, idempotency_key: `first${id}`, ...answers() })
    const [{ id: applicationId }] = (await person.visitor.get('/api/job-applications/')).json
    const applicant = { ...person, applicationId, jobId: id }
    assert.equal((await reopen(applicant)).status, 200)
    return { ...applicant, title: (await staff.detail(id)).json.title as string }
  }
  type Correcting = Awaited<ReturnType<typeof withCorrection>>
  const CASES: [change: Change, notification: (title: string) => string, says: RegExp][] = [
    [
      { kind: 'extend', expiry_date: '2026-12-20' },
      (title) =>
        `You can change your application for ${title} until Sunday, 20 December 2026 at 11:59 p.m. EAT. The commission resolved so. Your correction is not sent yet. What you sent before counts.`,
      /You have started a correction but not sent it\. What you sent before counts\./,
    ],
    [
      { kind: 'end_early' },
      (title) =>
        `Applications for ${title} were closed early. Your correction was not sent. What you sent before counts.`,
      /earlier than announced\. Your correction was not sent\. What you sent before counts\./,
    ],
    [
      { kind: 'archive' },
      (title) => `${title} was withdrawn. Your correction was not sent.`,
      /No one can apply for it any more, and your correction was not sent\./,
    ],
  ]
  const textsTo = async ({ id, email }: Correcting) => ({
    notifications: (await notificationsTo(id)).map(({ message }) => message),
    emails: (await emailsAbout(email)).map(({ text = '' }) => text.replace(/\s+/g, ' ')),
  })
  for (const [change, notification, says] of CASES)
    test(`of ${change.kind}`, async () => {
      const correcting = await withCorrection()
      await staff.changed(correcting.jobId, change)
      const { notifications, emails } = await textsTo(correcting)
      assert.deepEqual(notifications, [notification(correcting.title)])
      assert.equal(emails.length, 1)
      assert.match(emails[0] ?? '', says)
    })
  test('not after a verdict, when the correction can no longer be sent', async () => {
    const correcting = await withCorrection()
    await portal.db.run(
      sql`update job_applications set status = 'Rejected' where id = ${correcting.applicationId}`,
    )
    await staff.changed(correcting.jobId, { kind: 'extend', expiry_date: '2026-12-20' })
    assert.deepEqual(await textsTo(correcting), { notifications: [], emails: [] })
  })
})
