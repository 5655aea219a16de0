import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { type DecisionStaff, good, ownerOf } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { outcomeStaff } from '../support/outcome-staff.ts'
import type { Portal } from '../support/portal.ts'
import { computeRuns, selected } from '../support/selected.ts'
import { officer } from '../support/staff.ts'

// A person whom a selection took may withdraw the application. Then officers' lists no longer have it, but
// the frozen pool still does. `selected` computes a selection for two seats of one ward in Nairobi.

let portal: Portal
let staff: DecisionStaff
let results: ReturnType<typeof outcomeStaff>
forDecisions((opened) => {
  ;({ portal, staff } = opened)
  results = outcomeStaff(portal, staff)
})

const withdraw = async (application: number) => {
  const { visitor } = await ownerOf(portal, application)
  good(await visitor.post(`/api/job-applications/${application}/withdraw/`, {}))
}

test('the seat of a person who withdrew goes to the next one, after two officers recorded it (selection#selection-vacancies)', async () => {
  const job = await staff.job()
  const { people } = await selected(portal, job, [90, 80, 70, 60, 50])
  await results.publish(job)
  const [first = 0, , third = 0] = people
  await withdraw(first)
  await results.changed(job, { application: first, kind: 'gone', reason_kind: 'withdrew' })
  const { results: listed } = good(await staff.author.visitor.get(results.path(job, 'changes')))
  assert.deepEqual(
    listed.map(({ application, approved }: Record<string, unknown>) => [application, approved]),
    [[first, true]],
  )
  await results.askRun(job)
  await computeRuns(portal)
  const { comes_in, goes_out } = await results.outcome(job)
  assert.deepEqual(
    [comes_in, goes_out].map(({ people: moved }) =>
      moved.map(({ application }: { application: number }) => application),
    ),
    [[third], [first]],
  )
})

test('officers can list only the changes that wait for a decision', async () => {
  const job = await staff.job()
  const { people } = await selected(portal, job, [90, 80, 70])
  await results.publish(job)
  const [first = 0, second = 0] = people
  await withdraw(first)
  await results.changed(job, { application: first, kind: 'gone', reason_kind: 'withdrew' })
  const body = { application: second, kind: 'gone', reason_kind: 'document_failed', reason: 'Seen' }
  good(await staff.author.visitor.post(results.path(job, 'changes'), body))
  const listed = async (query: string): Promise<number[]> =>
    good(await staff.author.visitor.get(`${results.path(job, 'changes')}${query}`)).results.map(
      ({ application }: { application: number }) => application,
    )
  assert.deepEqual(await listed(''), [second, first])
  assert.deepEqual(await listed('?waiting=1'), [second])
})

test('an officer limited to some areas reads the change of a withdrawn person only in these areas', async () => {
  const job = await staff.job()
  const { people } = await selected(portal, job, [90, 80, 70])
  await results.publish(job)
  const [first = 0] = people
  // The support code stores no home in what was sent. A real submission has the names of its areas.
  await portal.db.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    await tx.run(sql`
      update submissions set frozen = jsonb_set(frozen::jsonb, '{applicant}', frozen::jsonb -> 'applicant' || (
        select jsonb_build_object('county', counties.name, 'constituency', constituencies.name)
        from constituencies join counties on counties.code = county_code where constituencies.code = 274))::text
      where application_id = ${first}`)
  })
  await withdraw(first)
  await results.changed(job, { application: first, kind: 'gone', reason_kind: 'withdrew' })
  const NOWHERE = { counties: [], constituencies: [] }
  const seen = async (areas: Record<string, number[]>) => {
    const reviewer = await officer(portal, 'reviewer', { areas: { ...NOWHERE, ...areas } })
    return good(await reviewer.visitor.get(results.path(job, 'changes'))).results.length
  }
  assert.equal(await seen({ counties: [47] }), 1)
  assert.equal(await seen({ constituencies: [274] }), 1)
  assert.equal(await seen({ counties: [1] }), 0)
})

test('the number of documents to check is that of the queue, also after a withdrawal and for a limited officer', async () => {
  const job = await staff.job()
  const { people } = await selected(portal, job, [90, 80, 70])
  await results.publish(job)
  const elsewhere = await officer(portal, 'reviewer', { areas: { counties: [1], constituencies: [] } })
  const numbers = async ({ visitor } = staff.author) => [
    good(await visitor.get(results.path(job, 'outcome'))).checks.open,
    good(await visitor.get(results.path(job, 'checks'))).results.length,
  ]
  assert.deepEqual(await numbers(), [3, 3])
  assert.deepEqual(await numbers(elsewhere), [0, 0])
  await withdraw(people[0] ?? 0)
  assert.deepEqual(await numbers(), [2, 2])
})
