import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { STAFF } from '#contract/staff/limits.ts'
import { PERIODS } from '#contract/retention/periods.ts'
import { sql } from '../../server/database/connect.ts'
import { readConfig } from '../../server/config.ts'
import { sweep } from '../../server/housekeeping.ts'
import { storedUntil } from '../../server/retention/stored-until.ts'
import { member, nextMinute } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { appliedDecision, aroundMoment, daysAfter, storedOf } from '../support/retention.ts'
import { invited, officer } from '../support/staff.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// These tests check how long drafts are kept after the deadline, and applications after the last decision.

let portal: Portal
before(async () => {
  portal = await openPortal()
})
/**
 * Each test starts later than the tests before it: erasures enter the public log, whose times never go back.
 */
let startOfTest: Date
let deadline: Date
beforeEach(() => {
  nextMinute()
  startOfTest = daysAfter(portal.clock.now(), 1)
  deadline = daysAfter(startOfTest, 5)
  portal.clock.set(startOfTest)
})
after(() => portal.close())

const newJob = async (over: Record<string, unknown> = {}) =>
  (await postJobs(portal, { expiry_date: deadline.toISOString(), ...over }))[0] ?? 0
/** Creates an application of a new person. Without a status it is a draft. */
async function applied(jobId: number, status?: string) {
  const { id } = await member(portal)
  const application = await applicationOf(portal, id, jobId, status === undefined ? {} : { status })
  await portal.db.run(sql`update job_applications set address = 'P.O. Box 7' where id = ${application}`)
  return application
}
/** How many applications of a job are left a minute before the end of a period, and a minute after it. */
const leftAround = (jobId: number, from: Date, days: number) =>
  aroundMoment(portal, daysAfter(from, days), () => storedOf(portal, jobId))
/** The postal address in an application. It is empty after an erasure, and undefined if the row is gone. */
const addressOf = async (id: number) =>
  (await portal.db.row<{ address: string }>(sql`select address from job_applications where id = ${id}`))
    ?.address
const archive = (jobId: number, updatedAt: Date) =>
  portal.db.run(
    sql`update jobs set state = 'archived', is_active = false, publish_at = null, updated_at = ${updatedAt} where id = ${jobId}`,
  )

describe('T35 issue 19: a fake clock runs every period of applications', () => {
  test('a draft goes 90 days after the deadline, with its copies and documents', async () => {
    const job = await newJob()
    const draft = await applied(job)
    await portal.db.run(
      sql`insert into draft_copies (application_id, version, content, copied_at) values (${draft}, 1, '{}', ${startOfTest})`,
    )
    assert.deepEqual(await leftAround(job, deadline, PERIODS.drafts.days), [1, 0])
    assert.equal(await addressOf(draft), undefined)
    assert.equal(
      (await portal.db.rows(sql`select from draft_copies where application_id = ${draft}`)).length,
      0,
    )
  })
  test('a job that is archived before its deadline starts the time of its drafts', async () => {
    const job = await newJob()
    await applied(job)
    const archived = daysAfter(startOfTest, 1)
    await archive(job, archived)
    assert.deepEqual(await leftAround(job, archived, PERIODS.drafts.days), [1, 0])
  })
  for (const [status, days] of [
    ['Rejected', PERIODS.not_chosen.days],
    ['Hired', PERIODS.chosen.days],
  ] as const)
    test(`a sent application that was ${status} is erased ${days} days after the deadline; its row stays`, async () => {
      const job = await newJob()
      const application = await applied(job, status)
      assert.deepEqual(await leftAround(job, deadline, days), [1, 0])
      assert.equal(await addressOf(application), '')
    })
  test('a withdrawn application goes as one that was not chosen', async () => {
    const job = await newJob()
    const application = await applied(job, 'Pending')
    await portal.db.run(
      sql`update job_applications set withdrawn_at = ${startOfTest}, withdrawn_id = id where id = ${application}`,
    )
    assert.deepEqual(await leftAround(job, deadline, PERIODS.not_chosen.days), [1, 0])
  })
  test('an undecided application is kept without end, until its job is archived', async () => {
    const job = await newJob()
    await applied(job, 'Under Review')
    assert.deepEqual(await leftAround(job, deadline, PERIODS.chosen.days + 500), [1, 1])
    const archived = portal.clock.now()
    await archive(job, archived)
    assert.deepEqual(await leftAround(job, archived, PERIODS.not_chosen.days), [1, 0])
  })
  test('an undecided application of a job that a file switched off gets its end when officers archive the job', async () => {
    const reference = 'OFF/1'
    const job = await newJob({ reference })
    await applied(job, 'Under Review')
    await newJob({ reference, is_active: false })
    const archived = portal.clock.now()
    const staff = await jobStaff(portal)
    assert.equal((await staff.changed(job, { kind: 'archive' })).state, 'archived')
    assert.deepEqual(await leftAround(job, archived, PERIODS.not_chosen.days), [1, 0])
  })
  test('a later decision moves the end: it counts from that decision, plus the time to object', async () => {
    const job = await newJob()
    await applied(job, 'Rejected')
    const { id } = await officer(portal, 'recruiter')
    const decided = daysAfter(deadline, 400)
    await appliedDecision(portal, job, id, decided)
    assert.deepEqual(await leftAround(job, decided, PERIODS.objection.days + PERIODS.not_chosen.days), [1, 0])
  })
  test('a job without a deadline has no end until it is archived', async () => {
    const job = await newJob({ expiry_date: undefined })
    await applied(job)
    await applied(job, 'Rejected')
    assert.deepEqual(await leftAround(job, startOfTest, 3_000), [2, 2])
    await archive(job, portal.clock.now())
    assert.deepEqual(await leftAround(job, portal.clock.now(), PERIODS.drafts.days), [2, 1])
  })
  test('a clock that goes back deletes nothing early', async () => {
    const job = await newJob()
    await applied(job)
    await applied(job, 'Rejected')
    const end = daysAfter(deadline, PERIODS.drafts.days)
    for (const days of [-1, -4_000, -30, -1]) {
      portal.clock.set(daysAfter(end, days))
      await sweep(portal.deps)
      assert.equal(await storedOf(portal, job), 2)
    }
    assert.deepEqual(await leftAround(job, end, 0), [2, 1])
  })
  test('the end that pages show is the end at which the deletion happens', async () => {
    const job = await newJob()
    const ends = async () =>
      (
        await portal.db.rows<{ end: string }>(sql`
          select ${storedUntil(portal.deps.config.retention)}::text as end from job_applications join jobs on jobs.id = job_id
          where job_id = ${job} order by job_applications.id`)
      ).map(({ end }) => (end === 'infinity' ? end : new Date(end).getTime()))
    for (const status of [undefined, 'Pending', 'Rejected', 'Hired'] as const) await applied(job, status)
    assert.deepEqual(await ends(), [
      daysAfter(deadline, PERIODS.drafts.days).getTime(),
      'infinity',
      daysAfter(deadline, PERIODS.not_chosen.days).getTime(),
      daysAfter(deadline, PERIODS.chosen.days).getTime(),
    ])
  })
})

test('T35 issue 19: a notification goes after its days', async () => {
  const { id } = await member(portal)
  await portal.db.run(sql`
    insert into notifications (user_id, type, kind, params, message, created_at)
    values (${id}, 'support', 'correction_made', '{}', 'x', ${startOfTest})`)
  const counted = async () =>
    (await portal.db.rows(sql`select from notifications where user_id = ${id}`)).length
  const end = daysAfter(startOfTest, PERIODS.notifications.days)
  // The account gets a recent login, so that the portal does not delete it as unused.
  await portal.db.run(sql`update users set last_login_at = ${end} where id = ${id}`)
  assert.deepEqual(await aroundMoment(portal, end, counted), [1, 0])
})

test('T35 issue 19: an invitation that no one used goes 30 days after it expired', async () => {
  const { email } = await invited(portal)
  const counted = async () =>
    (await portal.db.rows(sql`select from staff_invitations where email = ${email}`)).length
  const expires = daysAfter(startOfTest, STAFF.invitationDays)
  assert.deepEqual(
    await aroundMoment(portal, daysAfter(expires, STAFF.invitationStoredDays), counted),
    [1, 0],
  )
})

describe('T35 issue 19: the periods are settings', () => {
  test('each is read from its variable', () => {
    const config = readConfig({ RETENTION_DRAFT_DAYS: '30', RETENTION_CHOSEN_DAYS: '3650' })
    assert.equal(config.retention.drafts, 30)
    assert.equal(config.retention.chosen, 3_650)
    assert.equal(config.retention.not_chosen, PERIODS.not_chosen.days)
  })
  for (const value of ['0', '-1', '1.5', 'never', '99999'])
    test(`${value} days stops the start`, () =>
      assert.throws(
        () => readConfig({ RETENTION_DRAFT_DAYS: value }),
        /^(?:Error|ConfigError): RETENTION_DRAFT_DAYS must be a whole number of days/,
      ))
  test('a time of warning that is longer than the time of an account stops the start', () =>
    assert.throws(
      () => readConfig({ RETENTION_ACCOUNT_DAYS: '30', RETENTION_ACCOUNT_NOTICE_DAYS: '30' }),
      /RETENTION_ACCOUNT_NOTICE_DAYS must be shorter/,
    ))
})
