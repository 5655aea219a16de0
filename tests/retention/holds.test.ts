import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { nairobiDate } from '#contract/dates.ts'
import { PERIODS } from '#contract/retention/periods.ts'
import { HOLD_WORDS, RETENTION } from '#contract/retention/words.ts'
import { sql } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { member, nextMinute } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { postJobs } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { aroundMoment, daysAfter, storedOf } from '../support/retention.ts'
import { type Officer, officer } from '../support/staff.ts'

// A hold keeps the applications of a job beyond their period, for example for a court. One officer proposes
// it, and another agrees.

const DEADLINE = daysAfter(A_TUESDAY, 1)
/** The moment when the portal deletes drafts of the job. */
const DRAFTS_END = daysAfter(DEADLINE, PERIODS.drafts.days)

let portal: Portal
let recruiter: Officer
let administrator: Officer
let approver: Officer
let job: number

/** Sets the clock and logs in new officers: sessions last hours, and these tests skip months. */
async function officersAt(moment: Date) {
  portal.clock.set(moment)
  recruiter = await officer(portal, 'recruiter')
  administrator = await officer(portal, 'administrator')
  approver = await officer(portal, 'approver')
}
before(async () => {
  portal = await openPortal()
})
beforeEach(async () => {
  nextMinute()
  await officersAt(A_TUESDAY)
  job = (await postJobs(portal, { expiry_date: DEADLINE.toISOString() }))[0] ?? 0
  const { id } = await member(portal)
  await applicationOf(portal, id, job)
})
after(() => portal.close())

const REASON = 'Election petition 7 of 2026'
const propose = (
  { visitor }: Officer,
  endsOn = nairobiDate(daysAfter(portal.clock.now(), 400)),
  reason = REASON,
) => visitor.post(`/api/staff/jobs/${job}/holds/`, { reason, ends_on: endsOn })
const decide = ({ visitor }: Officer, id: number, body: Record<string, unknown> = {}) =>
  visitor.post(`/api/staff/holds/${id}/decide/`, { approve: true, note: '', ...body })
const lift = ({ visitor }: Officer, id: number, reason = 'The petition was withdrawn') =>
  visitor.post(`/api/staff/holds/${id}/lift/`, { reason })
const withdraw = ({ visitor }: Officer, id: number) => visitor.post(`/api/staff/holds/${id}/withdraw/`)
const view = async ({ visitor }: Officer) => (await visitor.get('/api/staff/retention/')).json
const holdOf = async (by: Officer, id: number) =>
  (await view(by)).holds.find((hold: { id: number }) => hold.id === id)
/** Creates a hold on which two officers agreed. Returns its id. */
async function held(endsOn?: string): Promise<number> {
  const { status, json, text } = await propose(recruiter, endsOn)
  assert.equal(status, 200, text)
  assert.equal((await decide(approver, json.id)).status, 200)
  return json.id
}
/** How many applications of the job still exist. */
const stored = () => storedOf(portal, job)

describe('T32 issue 19: a hold on a recruitment', () => {
  test('held by two people it keeps everything of its job, and of no other; its end lets it go', async () => {
    const [other = 0] = await postJobs(portal, { expiry_date: DEADLINE.toISOString() })
    const { id } = await member(portal)
    await applicationOf(portal, id, other)
    const hold = await held('2027-06-30')
    portal.clock.set(daysAfter(DRAFTS_END, 20))
    await sweep(portal.deps)
    assert.deepEqual([await stored(), await storedOf(portal, other)], [1, 0])
    // The hold ends when that day ends in Nairobi, which is at 21:00 UTC.
    assert.deepEqual(await aroundMoment(portal, new Date('2027-06-30T20:59:59Z'), stored), [1, 0])
    await officersAt(portal.clock.now())
    assert.equal((await holdOf(approver, hold)).state, 'ended')
  })
  test('a proposed hold already keeps the applications while it waits, for at most 7 days; then it lapses', async () => {
    portal.clock.set(daysAfter(DRAFTS_END, -1))
    await officersAt(portal.clock.now())
    const proposedAt = portal.clock.now()
    const { json } = await propose(recruiter)
    assert.equal(json.state, 'waiting')
    assert.deepEqual(await aroundMoment(portal, daysAfter(proposedAt, RETENTION.waitDays), stored), [1, 0])
    await officersAt(portal.clock.now())
    assert.equal((await decide(approver, json.id)).status, 409)
    assert.equal((await holdOf(approver, json.id)).state, 'lapsed')
  })
  test('a hold shorter than the period changes nothing', async () => {
    await held(nairobiDate(daysAfter(A_TUESDAY, 3)))
    assert.deepEqual(await aroundMoment(portal, DRAFTS_END, stored), [1, 0])
  })
  test('the proposer cannot agree, and neither can who has no right to', async () => {
    const { json } = await propose(administrator)
    const own = await decide(administrator, json.id)
    assert.deepEqual(
      [own.status, own.json.code, own.json.message],
      [409, 'second_person', HOLD_WORDS.secondPerson],
    )
    assert.equal((await decide(recruiter, json.id)).status, 403)
    assert.equal((await propose(approver)).status, 403)
    const auditor = await officer(portal, 'auditor')
    assert.deepEqual((await holdOf(auditor, json.id)).may, [])
    assert.deepEqual((await holdOf(administrator, json.id)).may, ['withdraw'])
    assert.deepEqual((await holdOf(approver, json.id)).may, ['decide'])
    assert.equal((await decide(approver, json.id)).json.state, 'held')
    assert.equal((await decide(approver, json.id)).status, 409)
    await assert.rejects(
      portal.db.run(sql`update retention_holds set decided_by = proposed_by where id = ${json.id}`),
      /retention_holds_second_person/,
    )
  })
  test('a returned or withdrawn hold keeps nothing; returning needs a note', async () => {
    for (const end of [
      async (id: number) => {
        const refused = await decide(approver, id, { approve: false })
        assert.deepEqual([refused.status, Boolean(refused.json.note)], [422, true])
        return decide(approver, id, { approve: false, note: 'No petition is known' })
      },
      (id: number) => withdraw(recruiter, id),
    ]) {
      portal.clock.set(daysAfter(DRAFTS_END, -1))
      await officersAt(portal.clock.now())
      const { json } = await propose(recruiter)
      assert.equal((await withdraw(administrator, json.id)).status, 404)
      const { status } = await end(json.id)
      assert.equal(status, 200)
    }
    assert.deepEqual(await aroundMoment(portal, DRAFTS_END, stored), [1, 0])
  })
  test('two people lift it, and only then it goes', async () => {
    const id = await held()
    portal.clock.set(daysAfter(DRAFTS_END, 10))
    await officersAt(portal.clock.now())
    const { json } = await lift(administrator, id)
    assert.equal(json.state, 'lifting')
    assert.equal((await lift(recruiter, id)).status, 409)
    const proposal = json.lift.id
    assert.equal((await decide(administrator, id, { lift: proposal })).json.code, 'second_person')
    // A page that was opened before the proposal to end the hold sends no `lift`. Its decision must not
    // count.
    assert.equal((await decide(approver, id)).status, 409)
    const refused = await decide(approver, id, {
      approve: false,
      note: 'The court still sits',
      lift: proposal,
    })
    assert.equal(refused.json.state, 'held')
    await sweep(portal.deps)
    assert.equal(await stored(), 1)

    const again = await lift(recruiter, id)
    assert.equal((await withdraw(recruiter, id)).json.state, 'held')
    assert.equal((await decide(approver, id, { lift: again.json.lift.id })).status, 409)
    const third = await lift(recruiter, id)
    assert.equal((await decide(approver, id, { lift: third.json.lift.id })).json.state, 'lifted')
    await sweep(portal.deps)
    assert.equal(await stored(), 0)
  })
  test('it needs a reason and an end: in the future, and at most five years away', async () => {
    for (const [endsOn, reason, field, sentence] of [
      ['', REASON, 'ends_on', HOLD_WORDS.endRequired],
      ['30/6/2027', REASON, 'ends_on', HOLD_WORDS.endRequired],
      ['2026-11-20', REASON, 'ends_on', HOLD_WORDS.endPast],
      ['2036-01-01', REASON, 'ends_on', HOLD_WORDS.endFar],
      ['2027-06-30', ' ', 'reason', 'Give a reason. The log keeps it.'],
    ] as const) {
      const { status, json } = await propose(recruiter, endsOn, reason)
      assert.deepEqual([status, json[field]], [422, [sentence]], endsOn)
    }
    assert.equal(
      (
        await recruiter.visitor.post('/api/staff/jobs/999999/holds/', {
          reason: REASON,
          ends_on: '2027-06-30',
        })
      ).status,
      404,
    )
  })
  test('a job has at most one waiting proposal, also of two at once; a hold in force can be prolonged by a new one', async () => {
    const both = await Promise.all([propose(recruiter), propose(administrator)])
    assert.deepEqual(
      both.map(({ status }) => status).sort((left, right) => left - right),
      [200, 409],
    )
    const first = both.find(({ status }) => status === 200)?.json.id
    assert.equal((await decide(approver, first)).status, 200)
    assert.equal((await propose(recruiter, nairobiDate(daysAfter(A_TUESDAY, 900)))).status, 200)
  })
  test('two officers who decide at once decide once', async () => {
    const { json } = await propose(recruiter)
    const both = await Promise.all([decide(approver, json.id), decide(administrator, json.id)])
    assert.deepEqual(
      both.map(({ status }) => status).sort((left, right) => left - right),
      [200, 409],
    )
  })
  test('each step is an entry of the audit log, with its reason and the job', async () => {
    const id = await held()
    const { json } = await lift(recruiter, id)
    await decide(approver, id, { lift: json.lift.id, note: 'Agreed' })
    const entries = await portal.db.rows<{ act: string; reason: string; hold: number }>(sql`
      select act, reason, (detail ->> 'hold')::int as hold from audit_entries where job_id = ${job} and act like 'hold.%' order by id`)
    assert.deepEqual(
      entries.map((entry) => ({ ...entry })),
      [
        { act: 'hold.proposed', reason: REASON, hold: id },
        { act: 'hold.approved', reason: '', hold: id },
        { act: 'hold.lift_proposed', reason: 'The petition was withdrawn', hold: id },
        { act: 'hold.lifted', reason: 'Agreed', hold: id },
      ],
    )
  })
  test('a hold that is proposed during the deletion of a part waits for that part, and the next part is kept', async () => {
    const people = await Promise.all([1, 2, 3].map(() => member(portal)))
    for (const { id } of people) await applicationOf(portal, id, job)
    portal.clock.set(daysAfter(DRAFTS_END, 1))
    await officersAt(portal.clock.now())
    const [{ status }] = await Promise.all([propose(recruiter), sweep(portal.deps)])
    assert.equal(status, 200)
    const left = await stored()
    // Either the whole part of four applications was deleted before the hold, or none of them.
    assert.ok(left === 0 || left === 4, `${left} left of one part`)
    await sweep(portal.deps)
    assert.equal(await stored(), left)
  })
})
