import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import { REVIEW } from '#contract/review/limits.ts'
import type { Stage } from '#contract/review/stages.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { recordAudit } from '../../server/staff/record-audit.ts'
import { login, loggedIn } from '../support/accounts.ts'
import { sentCase, type Sent } from '../support/case.ts'
import { type DecisionStaff, decisionStaff, good } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { lift } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'
import { type Officer, officer } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'

// Applicants read which roles looked at their application, and what was decided about it.

const MINUTE = 60_000
let portal: Portal
let recruiter: Officer
let approver: Officer
let jobId: number
before(async () => {
  portal = await openPortal()
  recruiter = await officer(portal, 'recruiter')
  approver = await officer(portal, 'approver')
  ;[jobId = 0] = await postJobs(portal, {})
})
after(() => portal.close())

const path = (id: number | string) => `/api/job-applications/${id}/access-records/`
const accessRecordsOf = async (applicant: Sent, by: Visitor = applicant.visitor) =>
  (await by.get(path(applicant.id))).json
/** Advances the clock by a minute and returns the time. */
const oneMinuteLater = () => {
  portal.clock.advance(MINUTE)
  return portal.clock.now().toISOString()
}
/** An officer opens an application. */
const openCase = (applicant: Sent, by = recruiter) =>
  by.visitor.get(`/api/staff/applications/${applicant.id}/`)

describe('GET /api/job-applications/{id}/access-records/', () => {
  test('at first no record; then each view and each document by role and time, newest first, and nothing more', async () => {
    const application = await sentCase(portal, { jobId, files: { cv: { name: 'cv.pdf', data: pdf() } } })
    assert.deepEqual(await accessRecordsOf(application), { looks: [], more: 0, decisions: [] })
    const first = oneMinuteLater()
    await openCase(application)
    const second = oneMinuteLater()
    await approver.visitor.get(`/api/staff/applications/${application.id}/documents/cv/`)
    const third = oneMinuteLater()
    await portal.db.run(
      sql`update application_facts set is_open = true where application_id = ${application.id}`,
    )
    await openCase(application, approver)
    oneMinuteLater()
    await recruiter.visitor.post(`/api/staff/applications/${application.id}/notes/`, {
      text: 'Words for officers',
    })
    const { json, text } = await application.visitor.get(path(application.id))
    assert.deepEqual(json.looks, [
      { at: third, role: 'Approver', what: ACCESS_RECORD_WORDS.read },
      { at: second, role: 'Approver', what: ACCESS_RECORD_WORDS.opened.cv },
      { at: first, role: 'Recruiter', what: ACCESS_RECORD_WORDS.readBlind },
    ])
    for (const word of ['Officer', recruiter.email, approver.email, 'Words for officers', 'staff'])
      assert.ok(!text.includes(word), word)
  })
  test('officers who could see the names of its job, while it was submitted; not of other jobs, and not before', async () => {
    const [other = 0] = await postJobs(portal, {})
    const start = portal.clock.now()
    /** Lets an approver see the names of a job for twelve hours, from `hours` after `start`. */
    const liftAt = async (job: number, hours: number) => {
      portal.clock.set(new Date(start.getTime() + hours * 3_600_000))
      await lift(portal, approver, job, 'Secret reason')
    }
    // This permission to see names ends an hour before the application is submitted.
    await liftAt(other, -13)
    // This permission to see names still lasts when the application is submitted.
    await liftAt(other, -1)
    await liftAt(jobId, 0.5)
    portal.clock.set(start)
    const application = await sentCase(portal, { jobId: other })
    await liftAt(other, 0.5)
    const { json, text } = await application.visitor.get(path(application.id))
    assert.deepEqual(json.looks, [
      { at: portal.clock.now().toISOString(), role: 'Approver', what: ACCESS_RECORD_WORDS.names },
      { at: start.toISOString(), role: 'Approver', what: ACCESS_RECORD_WORDS.names },
    ])
    assert.ok(!text.includes('Secret reason'))
  })
  test('officers who looked up its owner’s account, or saved names of its job, after the submission; also a view with hidden names', async () => {
    const application = await sentCase(portal, { jobId: (await postJobs(portal, {}))[0] ?? 0 })
    const { json: searched } = await recruiter.visitor.post('/api/staff/support/search/', {
      by: 'email',
      text: application.owner.email,
    })
    const first = portal.clock.now().toISOString()
    const second = oneMinuteLater()
    await recruiter.visitor.get(`/api/staff/support/people/${searched.found[0].handle}/`)
    const third = oneMinuteLater()
    // Of these three audit entries, only that about printed names concerns the applicant. Exports have their
    // own test, exports/two-people.test.ts.
    for (const action of ['export.downloaded', 'notice.names_printed', 'notice.printed'])
      await portal.db.tx((tx) =>
        recordAudit(tx, approver, { act: action, jobId: application.job }, portal.clock.now()),
      )
    assert.deepEqual((await accessRecordsOf(application)).looks, [
      { at: third, role: 'Approver', what: ACCESS_RECORD_WORDS.publishedList },
      { at: second, role: 'Recruiter', what: ACCESS_RECORD_WORDS.account },
      { at: first, role: 'Recruiter', what: ACCESS_RECORD_WORDS.account },
    ])
    oneMinuteLater()
    const next = await sentCase(portal, { jobId: application.job })
    assert.deepEqual((await accessRecordsOf(next)).looks, [], 'what was before it came')
  })
  test('names of its job that officers saw or printed before its withdrawal, and none that they saw after it', async () => {
    const application = await sentCase(portal, { jobId: (await postJobs(portal, {}))[0] ?? 0 })
    const printNames = () =>
      portal.db.tx((tx) =>
        recordAudit(
          tx,
          approver,
          { act: 'notice.names_printed', jobId: application.job },
          portal.clock.now(),
        ),
      )
    const printedAt = oneMinuteLater()
    await printNames()
    oneMinuteLater()
    good(await application.visitor.post(`/api/job-applications/${application.id}/withdraw/`, {}))
    oneMinuteLater()
    await printNames()
    await lift(portal, approver, application.job, 'Secret reason')
    assert.deepEqual((await accessRecordsOf(application)).looks, [
      { at: printedAt, role: 'Approver', what: ACCESS_RECORD_WORDS.publishedList },
    ])
  })
  test(`the ${REVIEW.accessRecordsShown} newest, and how many more there are`, async () => {
    const application = await sentCase(portal, { jobId: (await postJobs(portal, {}))[0] ?? 0 })
    await openCase(application)
    // Adds many copies of this audit entry, a second apart.
    await portal.db.run(sql`
      insert into audit_entries (staff_id, role, act, application_id, at, salt, digest)
      select staff_id, role, act, application_id, at + n * interval '1 second', salt, sha256(n::text::bytea)
      from audit_entries, generate_series(1, ${REVIEW.accessRecordsShown + 6}::int) n where application_id = ${application.id}`)
    const { looks: accessRecords, more } = await accessRecordsOf(application)
    assert.deepEqual([accessRecords.length, more], [REVIEW.accessRecordsShown, 7])
    assert.ok(accessRecords[0].at > accessRecords[1].at)
  })
  test('L7 T10 another person’s application is like a missing one, byte for byte, and so is an odd id; a draft has no records', async () => {
    const application = await sentCase(portal, { jobId })
    const stranger = (await loggedIn(portal)).visitor
    const [theirs, none] = [await stranger.get(path(application.id)), await stranger.get(path(99_999_999))]
    assert.deepEqual(
      [theirs.status, theirs.json.message, theirs.text],
      [404, APPLICATION_WORDS.notFound, none.text],
    )
    for (const id of ['0', '-1', 'x', '1e3', '2147483648', "'", '%00', '[1]'])
      assert.equal((await stranger.get(path(id))).status, 404, id)
    assert.equal((await recruiter.visitor.get(path(application.id))).status, 401)
    const draft = (await stranger.post('/api/job-applications/', { job: jobId })).json.id
    assert.deepEqual((await stranger.get(path(draft))).json, { looks: [], more: 0, decisions: [] })
  })
})

describe('L1 what was decided', () => {
  let staff: DecisionStaff
  let applicant: Sent
  /** The times at which each step took effect. */
  const times: string[] = []
  /** Moves the application to a stage by an approved decision list. */
  const step = async (to: Stage, over: Record<string, unknown>) => {
    await staff.applied(jobId, to, [applicant.id], over)
    times.push(portal.clock.now().toISOString())
  }
  before(async () => {
    staff = await decisionStaff(portal)
    applicant = await sentCase(portal, { jobId })
    await step('screening', { reason: '' })
    await step('long_list', { reason: '' })
    // This list is made by hand, because its reason is for this applicant alone.
    const { id, digest } = good(await staff.make(jobId, 'shortlisted', { reason: 'For all' }))
    good(await staff.add(id, [applicant.id], { reason: 'Bring your <b>certificate</b>.' }))
    const list = good(await staff.propose(id))
    assert.notEqual(list.digest, digest)
    good(await staff.decide(id, { approve: true, digest: list.digest }))
    portal.clock.advance(10 * MINUTE)
    await applyDueLists(portal.deps)
    times.push(portal.clock.now().toISOString())
    await step('interview', { reason: 'On 3 December at nine.' })
    // The session of an applicant lasts an hour, so the applicant logs in again.
    applicant.visitor.token = (await login(applicant.visitor, applicant.owner.email)).json.token
    await step('reserve', { reason: '' })
    await staff.approved(jobId, 'rejected', [applicant.id], { reason: 'Not in force yet' })
  })
  test('the applicant reads the five words, the reason and the roles: never a stage, a name, or what is not in force', async () => {
    const { json, text } = await applicant.visitor.get(path(applicant.id))
    assert.deepEqual(json.decisions, [
      {
        at: times[3],
        status: 'Shortlisted',
        reason: 'On 3 December at nine.',
        by: ['Recruiter', 'Approver'],
      },
      {
        at: times[2],
        status: 'Shortlisted',
        reason: 'Bring your <b>certificate</b>.',
        by: ['Recruiter', 'Approver'],
      },
      { at: times[0], status: 'Under Review', reason: '', by: ['Recruiter'] },
    ])
    for (const word of ['interview', 'reserve', 'screening', 'long', 'Officer', 'To ', 'in force'])
      assert.ok(!text.includes(word), word)
  })
  test('officers read each step with stage, reason and who', async () => {
    const { json } = await openCase(applicant, approver)
    const { history, list, status, stage } = json
    assert.deepEqual([status, stage, list?.to_stage], ['Shortlisted', 'reserve', 'rejected'])
    assert.deepEqual(
      history.map((entry: { at: string; stage: string; status: string; reason: string }) => [
        entry.at,
        entry.stage,
        entry.status,
        entry.reason,
      ]),
      [
        [times[4], 'reserve', 'Shortlisted', ''],
        [times[3], 'interview', 'Shortlisted', 'On 3 December at nine.'],
        [times[2], 'shortlisted', 'Shortlisted', 'Bring your <b>certificate</b>.'],
        [times[1], 'long_list', 'Under Review', ''],
        [times[0], 'screening', 'Under Review', ''],
        [json.submitted_at, 'received', 'Pending', ''],
      ],
    )
    const [proposer, second] = [
      { name: 'Officer recruiter', role: 'Recruiter' },
      { name: 'Officer approver', role: 'Approver' },
    ]
    assert.deepEqual([history[0].by, history[4].by, history[5].by], [[proposer, second], [proposer], []])
  })
})
