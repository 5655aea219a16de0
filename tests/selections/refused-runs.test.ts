import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTCOME_WORDS as WORDS } from '#contract/selection-checks/outcome-words.ts'
import { sql } from '../../server/database/connect.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { type DecisionStaff, good } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { outcomeStaff } from '../support/outcome-staff.ts'
import type { Portal } from '../support/portal.ts'
import { selected } from '../support/selected.ts'

// The engine refuses a pack in which officers hired people whom the rule cannot hold. A run may also fail by
// an error of the portal. `selected` computes a selection for two seats.

let portal: Portal
let staff: DecisionStaff
let results: ReturnType<typeof outcomeStaff>
forDecisions((opened) => {
  ;({ portal, staff } = opened)
  results = outcomeStaff(portal, staff)
})

test('a run that the engine refuses fails with its reason, the runs of other jobs continue, and officers may try again', async () => {
  const [job, other] = [await staff.job(), await staff.job()]
  const { people } = await selected(portal, job, [90, 80, 70, 60])
  const { people: others } = await selected(portal, other, [90, 80, 70])
  await results.publish(job)
  // Three people are hired for two seats.
  await results.hire(job, people.slice(0, 3))
  await results.changed(job, { application: people[3], kind: 'points', criteria: [1, 5] })
  await results.changed(other, { application: others[0], kind: 'gone' })
  await results.askRun(job)
  await results.askRun(other)
  await advanceSelections(portal.deps)
  const refused = await results.outcome(job)
  assert.deepEqual(
    [refused.run, refused.may],
    [{ number: 2, state: 'failed', published_at: null }, ['compute']],
  )
  assert.equal((await results.outcome(other)).run.state, 'computed')
  const [entry] = await portal.db.rows<{ reason: string; role: string }>(
    sql`select reason, role from audit_entries where act = 'selection.run_refused' and job_id = ${job}`,
  )
  assert.equal(entry?.role, 'portal')
  assert.match(entry?.reason ?? '', /has more held people than seats\.$/)

  await staff.applied(job, 'rejected', [people[2] ?? 0])
  await results.askRun(job)
  await advanceSelections(portal.deps)
  assert.deepEqual((await results.outcome(job)).run, { number: 3, state: 'computed', published_at: null })
  const selection = await portal.db.row(sql`select state from selections where job_id = ${job}`)
  assert.deepEqual(selection, { state: 'published' }, 'the result in force stays so until another one is')
})

test('a run that fails by an error is tried again by the next pass, and the runs of other jobs do not wait for it', async () => {
  const [job, other] = [await staff.job(), await staff.job()]
  const { selection, people } = await selected(portal, job, [90, 80, 70])
  const { people: others } = await selected(portal, other, [90, 80, 70])
  await results.changed(job, { application: people[0], kind: 'gone' })
  await results.changed(other, { application: others[0], kind: 'gone' })
  await results.askRun(job)
  await results.askRun(other)
  const renameSeed = (from: string, to: string) =>
    portal.db.run(
      sql`update selection_events set kind = ${to} where selection_id = ${selection} and kind = ${from}`,
    )
  // Without its seed, the run has no pack.
  await renameSeed('selection_seed', 'hidden_seed')
  await assert.rejects(advanceSelections(portal.deps), /^RangeError: no run/)
  assert.equal((await results.outcome(other)).run.state, 'computed')
  await renameSeed('hidden_seed', 'selection_seed')
  assert.equal((await results.outcome(job)).run.state, 'running')
  await advanceSelections(portal.deps)
  assert.equal((await results.outcome(job)).run.state, 'computed')
})

test('that a person is gone is not approved once they are hired, and can be returned', async () => {
  const job = await staff.job()
  const { people } = await selected(portal, job, [90, 80, 70])
  await results.publish(job)
  const [first = 0] = people
  const { id } = good(await results.change(job, { application: first, kind: 'gone' }))
  await results.hire(job, [first])
  const refused = await results.decideChange(job, id)
  assert.deepEqual([refused.status, refused.json.message], [409, WORDS.hired])
  const returned = good(await results.decideChange(job, id, { approve: false, note: 'Hired meanwhile' }))
  assert.equal(returned.approved, false)
})
