import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { sql } from '../../server/database/connect.ts'
import { findOwnPlace } from '../../server/selections/own-place.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { nextMinute, PASSWORD } from '../support/accounts.ts'
import { type DecisionStaff, good, ownerOf } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { type Portal } from '../support/portal.ts'
import { computeRuns, selected } from '../support/selected.ts'
import { jobStaff } from '../support/staff-jobs.ts'
import type { Visitor } from '../support/visitor.ts'
import { unzip } from '../support/xlsx.ts'

// After a selection, applicants read their own rank, points and result. `selected` makes a selection for two
// seats, among people with the given points.

let portal: Portal
let staff: DecisionStaff
forDecisions((opened) => ({ portal, staff } = opened))

const pathOf = (application: number) => `/api/job-applications/${application}/selection/`
const staffPath = (job: number, rest: string) => `/api/staff/jobs/${job}/selection/${rest}/`
const userOf = async (application: number) =>
  (
    await portal.db.row<{ user_id: number }>(
      sql`select user_id from job_applications where id = ${application}`,
    )
  )?.user_id ?? 0
/** Two officers approve the decision lists of the result, and the lists take effect. */
async function publish(job: number) {
  const { lists } = good(await staff.author.visitor.post(staffPath(job, 'lists'), {}))
  for (const { id } of lists) {
    const { digest } = good(await staff.view(id))
    good(await staff.decide(id, { approve: true, digest }))
  }
  portal.clock.advance(600_000)
  await applyDueLists(portal.deps)
  await publishResults(portal.deps)
}
/** Two officers agree that a person is gone, and the selection is computed again without them. */
async function computeWithout(job: number, application: number, reasonKind: string) {
  const body = { application, kind: 'gone', reason_kind: reasonKind, reason: 'Seen' }
  const { id } = good(await staff.author.visitor.post(staffPath(job, 'changes'), body))
  good(await staff.second.visitor.post(staffPath(job, `changes/${id}/decide`), { approve: true }))
  portal.clock.advance(1_000)
  good(await staff.author.visitor.post(staffPath(job, 'runs'), {}))
  await computeRuns(portal)
}
/** The kinds of the notifications of the application's owner. */
const notifiedOf = async (application: number) =>
  (
    await portal.db.rows<{ kind: string }>(
      sql`select kind from notifications where user_id = ${await userOf(application)} order by id`,
    )
  ).map(({ kind }) => kind)

/** What the copy of a person's data has about selections, and its readable page. */
async function inCopy({ token }: Visitor) {
  nextMinute()
  const answer = await fetch(`${portal.url}/api/own-data/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
    body: JSON.stringify({ password: PASSWORD }),
  })
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  const page = files.get('my-data.html')?.toString() ?? ''
  return { page, selections: JSON.parse(files.get('my-data.json')?.toString() ?? '{}').selections }
}

describe('selection: a person reads their own place', () => {
  test('rank, points by criterion, who was taken, why, and proof; only once it has taken effect (selection#selection-own-page)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [61, 66, 70, 40, 30])
    const owners: Awaited<ReturnType<typeof ownerOf>>[] = []
    for (const application of people) owners.push(await ownerOf(portal, application))
    const ask = (index: number) => {
      const owner = owners[index]
      assert.ok(owner)
      return owner.visitor.get(pathOf(people[index] ?? 0))
    }
    assert.equal((await ask(0)).status, 404)
    await publish(job)
    const { published_at, leaf, lot, seed, blind, ...place } = good(await ask(0))
    assert.deepEqual(place, {
      job_id: job,
      is_public: true,
      reference_number: place.reference_number,
      place: 'ward:1366',
      place_name: place.place_name,
      points: 61,
      criteria: [56, 5],
      unit_rank: 3,
      unit_people: 5,
      rank: 3,
      people: 5,
      taken: 2,
      last_points: 66,
      result: 'reserve',
      reason: 'full',
      closing_rank: null,
      reserve_number: 1,
      gone: null,
      // The helper `selected` stores no Merkle tree of the pool. Earlier versions of the portal did not store
      // it either.
      pool: null,
    })
    assert.ok(place.place_name)
    for (const value of [leaf, lot, seed, blind]) assert.match(value, /^[0-9a-f]{64}$/)
    assert.ok(published_at)
    // The points in order are 70, 66, 61, 40, 30. The first two people are taken, and the next two are in
    // reserve.
    const results = []
    for (const index of people.keys()) results.push(good(await ask(index)).result)
    assert.deepEqual(results, ['reserve', 'taken', 'taken', 'reserve', 'not_taken'])
  })
  test('the place stays when the job is archived, and says that the job has no page any more', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    await publish(job)
    await (await jobStaff(portal)).changed(job, { kind: 'archive' })
    const [first = 0] = people
    const { visitor } = await ownerOf(portal, first)
    assert.equal((await visitor.get(`/api/jobs/${job}/`)).status, 404)
    assert.equal(good(await visitor.get(pathOf(first))).is_public, false)
  })
  test('after a correction of points, the page shows the new ones, and the pool keeps those from before the draw', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    await publish(job)
    const [first = 0] = people
    const path = staffPath(job, 'changes')
    const { id } = good(
      await staff.author.visitor.post(path, {
        application: first,
        kind: 'points',
        criteria: [5, 5],
        reason: 'Seen in the file',
      }),
    )
    good(await staff.second.visitor.post(`${path}${id}/decide/`, { approve: true }))
    portal.clock.advance(1_000)
    good(await staff.author.visitor.post(staffPath(job, 'runs'), {}))
    await computeRuns(portal)
    await publish(job)
    const { visitor } = await ownerOf(portal, first)
    const place = good(await visitor.get(pathOf(first)))
    assert.deepEqual([place.points, place.criteria], [10, [5, 5]])
    const row = await findOwnPlace(portal.db, await userOf(first), first)
    assert.equal(row?.pool_points, 90)
  })
  test('a person who has left the selection reads so, and why, once a result without them has taken effect', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60])
    await publish(job)
    const [first = 0] = people
    const { visitor } = await ownerOf(portal, first)
    await computeWithout(job, first, 'document_failed')
    const before = good(await visitor.get(pathOf(first)))
    assert.deepEqual([before.result, before.gone], ['taken', null])
    await publish(job)
    const after = good(await visitor.get(pathOf(first)))
    assert.deepEqual([after.result, after.gone], ['taken', 'document_failed'])
  })
  test('who was gone before the first published result reads why, with the proof and in the copy of their data (T35), and has one notification (selection#selection-publication)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60])
    const [first = 0] = people
    const { visitor } = await ownerOf(portal, first)
    await computeWithout(job, first, 'not_qualified')
    assert.equal((await visitor.get(pathOf(first))).status, 404)
    await publish(job)
    await publishResults(portal.deps)
    const place = good(await visitor.get(pathOf(first)))
    assert.deepEqual(
      [place.gone, place.result, place.rank, place.unit_rank, place.people, place.taken, place.last_points],
      ['not_qualified', null, null, null, 3, 2, 70],
    )
    assert.deepEqual([place.points, place.criteria], [90, [85, 5]])
    for (const value of [place.leaf, place.lot, place.seed, place.blind])
      assert.match(value, /^[0-9a-f]{64}$/)
    assert.deepEqual(await notifiedOf(first), ['selection_not_taken'])
    const { page, selections } = await inCopy(visitor)
    const [{ points, rank, result, gone }, ...more] = selections
    assert.deepEqual([points, rank, result, gone, more], [90, null, null, 'not_qualified', []])
    const words = 'Why you are no longer in the selection</dt><dd>You no longer qualify for this job</dd>'
    assert.ok(page.includes(words))
    // Of a later result, only the decision lists notify: not this person again, and not who left after it.
    const [, second = 0] = people
    await computeWithout(job, second, 'declined')
    await publish(job)
    await publishResults(portal.deps)
    assert.deepEqual(await notifiedOf(first), ['selection_not_taken'])
    assert.ok(!(await notifiedOf(second)).includes('selection_not_taken'))
  })
  test('the lot on the page is the one of the result, also after a later result; the number on the reserve list is the one in force (selection#selection-reserve-status)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60])
    await publish(job)
    const [first = 0, , , last = 0] = people
    const { visitor } = await ownerOf(portal, last)
    assert.equal(good(await visitor.get(pathOf(last))).reserve_number, 2)
    await computeWithout(job, first, 'declined')
    await publish(job)
    const place = good(await visitor.get(pathOf(last)))
    assert.equal(place.reserve_number, 1)
    const [row] = await portal.db.rows<{ lot: string }>(
      sql`select distinct encode(lot, 'hex') as lot from selection_results where application_id = ${last}`,
    )
    assert.equal(place.lot, row?.lot)
  })
  test('T35 the copy of a person’s data has their place, once the result has taken effect', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [50, 40, 30])
    const { visitor } = await ownerOf(portal, people[1] ?? 0)
    assert.deepEqual((await inCopy(visitor)).selections, [])
    await publish(job)
    const { page, selections } = await inCopy(visitor)
    const [{ points, rank, result }, ...more] = selections
    assert.deepEqual([points, rank, result, more], [40, 2, 'taken', []])
    assert.ok(page.includes('<dt>Result</dt><dd>You were taken</dd>'))
  })
  test('L7 another person gets the same answer as for an unknown application', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [50, 40, 30])
    await publish(job)
    const { visitor: stranger } = await ownerOf(portal, people[1] ?? 0)
    const other = await stranger.get(pathOf(people[0] ?? 0))
    const none = await stranger.get(pathOf(999_999_999))
    assert.deepEqual([other.status, other.text], [404, none.text])
  })
})
