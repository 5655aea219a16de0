import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LIFT_WORDS } from '#contract/review/lift-words.ts'
import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import { REVIEW } from '#contract/review/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { sentCase } from '../support/case.ts'
import { postJobs } from '../support/jobs.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { tablePath } from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'

// During the review, the names of applicants are hidden. An officer may ask to see the names of a job's
// applicants, and an approver must agree.

const HOUR = 3_600_000
let portal: Portal
let asker: Officer
let approver: Officer
/** The officers, with new sessions: the old ones end when a test moves the clock far. */
const newOfficers = async () => {
  asker = await officer(portal, 'recruiter')
  approver = await officer(portal, 'approver')
}
before(async () => {
  portal = await openPortal()
  await newOfficers()
})
after(() => portal.close())

const newJob = async () => (await postJobs(portal, {}))[0] ?? 0
/** An officer asks to see the names of a job's applicants. */
const ask = (job: number, by = asker) =>
  by.visitor.post(`/api/staff/jobs/${job}/lift-blind/`, { reason: 'A complaint names somebody' })
const decide = (id: number, by = approver, body: Record<string, unknown> = {}) =>
  by.visitor.post(`/api/staff/lifts/${id}/decide/`, { agree: true, ...body })
const takeBack = (id: number, by = asker) => by.visitor.post(`/api/staff/lifts/${id}/withdraw/`)
/** The requests that an officer may decide on, and the requests that the officer has made. */
const waiting = async (by: Officer) =>
  (await by.visitor.get('/api/staff/lifts/')).json as { to_decide: { id: number }[]; own: { id: number }[] }
const isBlind = async (job: number, by = asker) =>
  (await by.visitor.get(tablePath(job))).json.blind as boolean
/** The subjects of the emails to an officer. */
const subjects = async ({ email }: Officer) => (await emailsTo(portal, email)).map(({ subject }) => subject)

describe('T32 names before a list is approved need a second person', () => {
  test('the officer who asks sees nothing before another agrees; then the names of this job, for some hours, and alone', async () => {
    const [job, other] = [await newJob(), await newJob()]
    const { status, json } = await ask(job)
    assert.deepEqual(
      [status, json.by.id, json.job.id, json.reason],
      [200, asker.id, job, 'A complaint names somebody'],
    )
    assert.equal(await isBlind(job), true)
    const head = (await asker.visitor.get(`/api/staff/jobs/${job}/review/`)).json
    assert.deepEqual([head.blind, head.lift_waits.id], [true, json.id])
    assert.deepEqual(
      (await waiting(asker)).own.map(({ id }) => id),
      [json.id],
    )
    assert.deepEqual(
      (await waiting(approver)).to_decide.map(({ id }) => id),
      [json.id],
    )
    assert.equal((await decide(json.id)).status, 200)
    assert.deepEqual(
      [await isBlind(job), await isBlind(other), await isBlind(job, approver)],
      [false, true, true],
    )
    assert.deepEqual(await waiting(approver), { to_decide: [], own: [] })
    portal.clock.advance(REVIEW.liftHours * HOUR)
    await newOfficers()
    assert.equal(await isBlind(job), true)
  })
  test('no one can agree to their own request, nor can an officer without the right; a constraint of the database refuses it too', async () => {
    const own = await ask(await newJob(), approver)
    const { status, json } = await decide(own.json.id, approver)
    assert.deepEqual([status, json.code, json.message], [409, 'second_person', LIFT_WORDS.secondPerson])
    for (const role of ['recruiter', 'reviewer', 'auditor'] as const)
      assert.equal((await decide(own.json.id, await officer(portal, role))).status, 403, role)
    await assert.rejects(
      portal.db.run(
        sql`update blind_requests set decided_by = ${approver.id}, decided_at = now(), agreed = true where id = ${own.json.id}`,
      ),
      /blind_requests_second_person/,
    )
    await assert.rejects(
      portal.db.run(sql`update blind_requests set job_id = job_id where id = ${own.json.id}`),
    )
    assert.equal(
      (await decide(own.json.id, await officer(portal, 'administrator'))).status,
      200,
      'an administrator agrees too',
    )
  })
  test('approvers and administrators get an email about a request, and the asking officer about the decision', async () => {
    const boss = await officer(portal, 'administrator')
    const job = await newJob()
    const first = (await ask(job)).json
    assert.equal((await subjects(approver)).at(-1), 'An officer asks to see names')
    assert.match(
      (await emailsTo(portal, boss.email)).at(-1)?.text ?? '',
      /A complaint names somebody[^]*\/staff\/names/,
    )
    assert.deepEqual((await decide(first.id, approver, { agree: false })).json.note, [LIFT_WORDS.whyNot])
    assert.equal(
      (await decide(first.id, approver, { agree: false, note: 'Not needed for this' })).status,
      200,
    )
    assert.match((await emailsTo(portal, asker.email)).at(-1)?.text ?? '', /Not needed for this/)
    assert.equal(await isBlind(job), true)
    await decide((await ask(job)).json.id, boss)
    assert.equal((await subjects(asker)).at(-1), 'You can see names')
  })
  test('a request that is taken back before its email is sent is not emailed to anyone', async () => {
    const sentBefore = await subjects(approver)
    const { id } = (await ask(await newJob())).json
    assert.equal((await takeBack(id)).status, 200)
    assert.deepEqual(await subjects(approver), sentBefore)
  })
  test('each step is in the log; the applicant sees that names were shown, to which role, once it was agreed to', async () => {
    const job = await newJob()
    const application = await sentCase(portal, { jobId: job })
    const accessRecords = async () =>
      (await application.visitor.get(`/api/job-applications/${application.id}/access-records/`)).json.looks
    const { id } = (await ask(job)).json
    assert.deepEqual(await accessRecords(), [])
    await decide(id)
    assert.deepEqual(await accessRecords(), [
      { at: portal.clock.now().toISOString(), role: 'Recruiter', what: ACCESS_RECORD_WORDS.names },
    ])
    const entries = await portal.db.rows<{ act: string; staff_id: number }>(sql`
      select act, staff_id from audit_entries where job_id = ${job} and act like 'blind.%' order by id`)
    assert.deepEqual(
      entries.map(({ act: action, staff_id }) => [action, staff_id]),
      [
        ['blind.asked', asker.id],
        ['blind.lifted', asker.id],
        ['blind.agreed', approver.id],
      ],
    )
  })
  test('a request can be made once at a time, is taken back by the officer who asked, and expires', async () => {
    const job = await newJob()
    const first = (await ask(job)).json
    assert.equal((await ask(job)).json.message, LIFT_WORDS.waitsAlready)
    assert.equal((await takeBack(first.id, approver)).status, 404)
    assert.equal((await takeBack(first.id)).status, 200)
    assert.equal((await decide(first.id)).status, 409)
    const second = (await ask(job)).json
    portal.clock.advance(REVIEW.liftWaitHours * HOUR)
    await newOfficers()
    const late = await decide(second.id)
    assert.deepEqual([late.status, late.json.message], [409, LIFT_WORDS.over])
    assert.equal((await ask(999_999)).status, 404)
  })
  test('RACE of many agreements and refusals at once, one counts, and names are shown or not as that one says', async () => {
    const boss = await officer(portal, 'administrator')
    const job = await newJob()
    const { id } = (await ask(job)).json
    const answers = await Promise.all([
      decide(id),
      decide(id, boss),
      decide(id, boss, { agree: false, note: 'No' }),
      decide(id),
    ])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(await isBlind(job), answers[2]?.status === 200)
    assert.equal(
      (await portal.db.rows(sql`select from blind_lifts where request_id = ${id}`)).length,
      answers[2]?.status === 200 ? 0 : 1,
    )
  })
  test('RACE the officer who asked has a role without the right by then: 409, and nothing is shown', async () => {
    const staffMember = await officer(portal, 'recruiter')
    const { id } = (await ask(await newJob(), staffMember)).json
    await portal.db.run(sql`update staff set role = 'reviewer' where id = ${staffMember.id}`)
    const { status, json } = await decide(id)
    assert.deepEqual([status, json.message], [409, LIFT_WORDS.gone])
    assert.equal((await decide(id, approver, { agree: false, note: 'A reviewer now' })).status, 200)
  })
})
