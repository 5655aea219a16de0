import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { notifyDeadlines } from '../../server/job-applications/deadlines.ts'
import { emails } from '../../server/emails.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { answers, APPLICATIONS, SUBMIT } from '../support/answers.ts'
import { correct, reopen } from '../support/corrections.ts'
import { decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { newApplicant } from '../support/reports.ts'
import { messageStaff } from '../support/messages.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { type Officer, officer } from '../support/staff.ts'
import { type JobStaff, jobStaff } from '../support/staff-jobs.ts'

// The report on a job counts the emails about the job that are waiting or have failed.

let portal: Portal
let auditor: Officer
let jobs: JobStaff
/** The date that is this number of days from now. */
const closes = (days: number) =>
  new Date(portal.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
before(async () => {
  portal = await openPortal()
  auditor = await officer(portal, 'auditor')
  jobs = await jobStaff(portal)
})
beforeEach(async () => {
  nextMinute()
  portal.clock.set(A_TUESDAY)
  await portal.db.run(sql`delete from outbox`)
})
after(() => portal.close())

/** The numbers of emails in a job's report. It is cached for seconds, so each test reads it once. */
const emailsOf = async (job: number) =>
  (await auditor.visitor.get(`/api/staff/jobs/${job}/reports/`)).json.letters
const NONE = { waiting: 0, oldest: null, failed: 0 }
const drafted = async (job: number) => (await loggedIn(portal)).visitor.post(APPLICATIONS, { job })

/** A person applies for a job and reopens the submitted application for a correction. */
const reopened = async (job: number) => {
  const { visitor } = await loggedIn(portal)
  const { id } = good(await visitor.post(SUBMIT, { job_id: job, ...answers() }))
  const person = { visitor, applicationId: id, jobId: job }
  good(await reopen(person))
  return person
}

/** For each kind of email about a job, an action that queues exactly one such email. */
const QUEUES_EMAIL: Record<string, (job: number) => Promise<unknown>> = {
  'job-applications.received': (job) => newApplicant(portal, job),
  'job-applications.corrected': async (job) => {
    good(await correct(await reopened(job), 'second'))
    await portal.db.run(sql`delete from outbox where topic <> 'job-applications.corrected'`)
  },
  'job-applications.withdrawn': async (job) => {
    await withdrawn(job)
    await portal.db.run(sql`delete from outbox where topic <> 'job-applications.withdrawn'`)
  },
  'job-applications.restored': async (job) => {
    const { email, reference } = await withdrawn(job)
    const helper = (await officer(portal, 'administrator')).visitor
    const { found } = good(await helper.post('/api/staff/support/search/', { by: 'email', text: email }))
    const body = { job_reference: reference, reason: 'They rang' }
    good(await helper.post(`/api/staff/support/people/${found[0].handle}/restore/`, body))
    await portal.db.run(sql`delete from outbox where topic <> 'job-applications.restored'`)
  },
  'job-applications.deadline-near': async (job) => {
    await drafted(job)
    const now = portal.clock.now()
    await notifyDeadlines(portal.db, now, new Date(now.getTime() + 7 * 86_400_000), 10)
  },
  'job-applications.correction-near': async (job) => {
    await reopened(job)
    const now = portal.clock.now()
    await notifyDeadlines(portal.db, now, new Date(now.getTime() + 7 * 86_400_000), 10)
    await portal.db.run(sql`delete from outbox where topic <> 'job-applications.correction-near'`)
  },
  'staff.deadline-changed': async (job) => {
    await drafted(job)
    await jobs.changed(job, { kind: 'extend', expiry_date: closes(20) })
  },
  'decisions.status': async (job) =>
    (await decisionStaff(portal)).applied(job, 'long_list', await sentOnes(portal, job, 1)),
  'messages.letter': async (job) => {
    const staff = await messageStaff(portal)
    good(await staff.send(job, { applications: await sentOnes(portal, job, 1), expected: 1 }))
    await staff.spread()
  },
  'review.lift-asked': async (job) => {
    await officer(portal, 'approver')
    good(await askForNames(job))
    // Each officer who may agree gets an email. The test keeps only the first.
    await portal.db.run(
      sql`delete from outbox where id <> (select min(id) from outbox where topic = 'review.lift-asked')`,
    )
  },
  'review.lift-decided': async (job) => {
    const { id } = good(await askForNames(job))
    good(
      await (await officer(portal, 'approver')).visitor.post(`/api/staff/lifts/${id}/decide/`, {
        agree: true,
      }),
    )
    await portal.db.run(sql`delete from outbox where topic = 'review.lift-asked'`)
  },
}
/** A person applies for a job and withdraws the application. */
const withdrawn = async (job: number) => {
  const { visitor, email } = await loggedIn(portal)
  const { id } = good(await visitor.post(SUBMIT, { job_id: job, ...answers() }))
  good(await visitor.post(`/api/job-applications/${id}/withdraw/`, {}))
  const row = await portal.db.row<{ reference: string }>(sql`select reference from jobs where id = ${job}`)
  return { email, reference: row?.reference ?? '' }
}
const askForNames = async (job: number) =>
  (await officer(portal, 'recruiter')).visitor.post(`/api/staff/jobs/${job}/lift-blind/`, {
    reason: 'A complaint names somebody',
  })
/** Kinds of emails that belong to no single job: about an account, an officer or several jobs. */
const OF_NO_JOB =
  /^(?:accounts\.|erasure\.|corrections\.|retention\.|support\.|newsletter\.|staff\.(?:invitation|password-changed|appointment-proposed|appointment-agreed|changed-by-one)$)/

describe('dashboard: a job’s counts of waiting and failed emails are only of emails about this job', () => {
  for (const topic of Object.keys(emails)) {
    if (OF_NO_JOB.test(topic)) continue
    test(`${topic}: counted for its job, and for no other`, async () => {
      const [job, other] = [
        await jobs.published({ expiry_date: closes(5) }),
        await jobs.published({ expiry_date: closes(60) }),
      ]
      await portal.db.run(sql`delete from outbox`)
      await QUEUES_EMAIL[topic]?.(job)
      const queued = await portal.db.rows<{ at: Date }>(
        sql`select created_at as at from outbox where topic = ${topic}`,
      )
      assert.equal(queued.length, 1)
      assert.deepEqual(await emailsOf(job), { waiting: 1, oldest: queued[0]?.at.toISOString(), failed: 0 })
      assert.deepEqual(await emailsOf(other), NONE)
      nextMinute()
    })
  }
  test('failed emails are counted apart from waiting ones; the oldest is the oldest waiting one', async () => {
    const job = await jobs.published({ expiry_date: closes(60) })
    await newApplicant(portal, job)
    await portal.db.run(sql`update outbox set dead_at = ${portal.clock.now()}, last_error = '550'`)
    portal.clock.advance(60_000)
    await newApplicant(portal, job)
    assert.deepEqual(await emailsOf(job), {
      waiting: 1,
      oldest: portal.clock.now().toISOString(),
      failed: 1,
    })
  })
  test('emails that belong to no job are counted in the report on the whole portal, with all others', async () => {
    const job = await jobs.published({ expiry_date: closes(60) })
    await portal.db.run(sql`delete from outbox`)
    await newApplicant(portal, job)
    const all = (await auditor.visitor.get('/api/staff/reports/')).json.waiting
      .map((entry: { topic: string; count: number }) => [entry.topic, entry.count])
      .sort()
    assert.deepEqual(all, [
      ['accounts.verify-email', 1],
      ['job-applications.received', 1],
    ])
    assert.equal((await emailsOf(job)).waiting, 1)
  })
})
