import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { longDeadline } from '#contract/dates.ts'
import { STAFF_JOB_WORDS } from '#contract/staff/words.ts'
import { nextMinute } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { type JobStaff, jobStaff } from '../support/staff-jobs.ts'
import { afterDeadline, beforeDeadline, HOUR_MS, sendWith, ticketFor } from '../support/tickets.ts'

// A job stays public while a ticket of an application for it may count.

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal()
})
beforeEach(async () => {
  nextMinute()
  portal.clock.set(A_TUESDAY)
  staff = await jobStaff(portal)
})
after(() => portal.close())

const referenceOf = async (id: number) => (await staff.detail(id)).json.reference as string
/** The refusal to archive a job with this deadline while its tickets count. */
const untilTickets = (deadline: Date) =>
  STAFF_JOB_WORDS.ticketsCount(longDeadline(new Date(deadline.getTime() + 2 * HOUR_MS)))
/** Checks that neither officers nor an import file can take the job with this deadline off the portal. */
async function expectStays(id: number, deadline: Date) {
  const sentence = untilTickets(deadline)
  const { status, json } = await staff.propose(id, { kind: 'archive' })
  assert.deepEqual([status, json.message], [409, sentence])
  const row = { reference: await referenceOf(id), is_active: false }
  await assert.rejects(postJobs(portal, row), { message: `line 1: is_active: ${sentence}` })
  assert.equal((await portal.visitor().get(`/api/jobs/${id}/`)).status, 200)
}

describe('staff: a closed job is archived when no ticket counts any more (last-hour#ticket-window)', () => {
  test('before that neither officers nor an import can archive it, and a person with a ticket is in', async () => {
    const person = await beforeDeadline(portal)
    const ticket = await ticketFor(portal, person.visitor, person.body)
    afterDeadline(portal)
    await expectStays(person.jobId, person.deadline)
    assert.equal((await sendWith(person.visitor, person.body, ticket)).status, 200)
    portal.clock.set(new Date(person.deadline.getTime() + 2 * HOUR_MS))
    await expectStays(person.jobId, person.deadline)
    portal.clock.advance(1)
    assert.equal((await staff.changed(person.jobId, { kind: 'archive' })).state, 'archived')
  })
  test('a proposal from before the deadline cannot be approved until then; a file may switch the job off after it', async () => {
    const { jobId: id, deadline } = await beforeDeadline(portal)
    const change = await staff.proposed(id, { kind: 'archive' })
    afterDeadline(portal)
    const early = await staff.decide(id, change)
    assert.deepEqual([early.status, early.json.message], [409, untilTickets(deadline)])
    const reference = await referenceOf(id)
    portal.clock.set(new Date(deadline.getTime() + 2 * HOUR_MS + 1))
    await postJobs(portal, { reference, expiry_date: deadline.toISOString(), is_active: false })
    assert.equal((await staff.decide(id, change)).json.state, 'archived')
  })
  test('a job that two officers close early is archived as late; an open job can be withdrawn at once', async () => {
    const [ended, open] = [await staff.published(), await staff.published()]
    await staff.changed(ended, { kind: 'end_early' })
    await expectStays(ended, new Date(portal.clock.now().getTime() - 1))
    assert.equal((await staff.changed(open, { kind: 'archive' })).state, 'archived')
  })
})
