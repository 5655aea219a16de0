import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PERIODS } from '#contract/retention/periods.ts'
import { RETENTION } from '#contract/retention/words.ts'
import { sql } from '../../server/database/connect.ts'
import { member, nextMinute } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { sentOnes } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { daysAfter } from '../support/retention.ts'
import { type Officer, officer } from '../support/staff.ts'

// Officers see which applications will be deleted in the next months, and when.

const DEADLINE = daysAfter(A_TUESDAY, 1)

let portal: Portal
/** A job with five applications: a draft, two rejected, one hired and one undecided. */
let job: number
before(async () => {
  portal = await openPortal()
  job = (await postJobs(portal, { expiry_date: DEADLINE.toISOString() }))[0] ?? 0
  await sentOnes(portal, job, 2, { stage: 'rejected' })
  await sentOnes(portal, job, 1, { stage: 'hired' })
  await sentOnes(portal, job, 1)
  const { id } = await member(portal)
  await applicationOf(portal, id, job)
})
beforeEach(() => nextMinute())
after(() => portal.close())

/** A line of the forecast: at the moment `at`, the portal will delete `count` applications of a job. */
type Going = { job: { id: number }; kind: string; count: number; at: string; held: boolean }
/** The forecast as an officer sees it at a moment. */
async function viewedAt(moment: Date, by?: Officer) {
  portal.clock.set(moment)
  const { visitor } = by ?? (await officer(portal, 'approver'))
  const { status, json, text } = await visitor.get('/api/staff/retention/')
  assert.equal(status, 200, text)
  return json as {
    going: Going[]
    without_end: { count: number }[]
    periods: { name: string; days: number }[]
    jobs: unknown[]
  }
}
const lines = ({ going }: { going: Going[] }) =>
  going.map(({ kind, count, at: today }) => [kind, count, today])

describe('T35 issue 19: officers see what will go, and when', () => {
  test('nothing is listed more than 90 days ahead', async () => {
    const draftsGo = daysAfter(DEADLINE, PERIODS.drafts.days)
    assert.deepEqual(
      lines(await viewedAt(new Date(daysAfter(draftsGo, -RETENTION.aheadDays).getTime() - 1))),
      [],
    )
    assert.deepEqual(lines(await viewedAt(daysAfter(draftsGo, -RETENTION.aheadDays))), [
      ['drafts', 1, draftsGo.toISOString()],
    ])
  })
  test('what was not chosen and what was chosen have a date each', async () => {
    await portal.db.run(sql`delete from job_applications where not is_completed`)
    const [notChosenGo, chosenGo] = [
      daysAfter(DEADLINE, PERIODS.not_chosen.days),
      daysAfter(DEADLINE, PERIODS.chosen.days),
    ]
    assert.deepEqual(lines(await viewedAt(daysAfter(notChosenGo, -10))), [
      ['not_chosen', 2, notChosenGo.toISOString()],
    ])
    assert.deepEqual(lines(await viewedAt(daysAfter(chosenGo, -10))), [
      ['not_chosen', 2, notChosenGo.toISOString()],
      ['chosen', 1, chosenGo.toISOString()],
    ])
  })
  test('a recruitment without an end is named, a year after its deadline', async () => {
    assert.deepEqual((await viewedAt(daysAfter(DEADLINE, RETENTION.undecidedAfterDays - 1))).without_end, [])
    const { without_end: open } = await viewedAt(daysAfter(DEADLINE, RETENTION.undecidedAfterDays + 1))
    assert.deepEqual(
      open.map(({ count }) => count),
      [1],
    )
  })
  test('a hold moves the date, and the line says so', async () => {
    const today = daysAfter(DEADLINE, PERIODS.not_chosen.days - 10)
    portal.clock.set(today)
    const recruiter = await officer(portal, 'recruiter')
    const approver = await officer(portal, 'approver')
    const { json } = await recruiter.visitor.post(`/api/staff/jobs/${job}/holds/`, {
      reason: 'Audit of 2029',
      ends_on: daysAfter(today, 60).toISOString().slice(0, 10),
    })
    assert.equal(
      (await approver.visitor.post(`/api/staff/holds/${json.id}/decide/`, { approve: true })).status,
      200,
    )
    const { going } = await viewedAt(today, approver)
    assert.deepEqual(
      going.map(({ kind, at: goesAt, held }) => [kind, goesAt, held]),
      [['not_chosen', json.ends_at, true]],
    )
  })
  test('who may propose a hold gets the jobs to choose from, others get none; reviewers see nothing', async () => {
    portal.clock.set(A_TUESDAY)
    assert.equal((await viewedAt(A_TUESDAY, await officer(portal, 'recruiter'))).jobs.length, 1)
    assert.equal((await viewedAt(A_TUESDAY, await officer(portal, 'auditor'))).jobs.length, 0)
    const reviewer = await officer(portal, 'reviewer')
    assert.equal((await reviewer.visitor.get('/api/staff/retention/')).status, 403)
  })
  test('the periods are those of this portal', async () => {
    const { periods } = await viewedAt(A_TUESDAY)
    assert.deepEqual(
      periods,
      Object.entries(PERIODS).map(([name, { days }]) => ({ name, days })),
    )
  })
})
