import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { eraseApplications } from '../../server/erasure/erase-applications.ts'
import { auditSelections } from '../../server/transparency/audit-selections.ts'
import { sentOnes, decisionStaff, good, ownerOf } from '../support/decisions.ts'
import { erase, preview } from '../support/erasure.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { selected } from '../support/selected.ts'

// `good` checks that a reply has status 200, and returns its JSON.
let portal: Portal
let newJob: () => Promise<number>
before(async () => {
  portal = await openPortal()
  newJob = (await decisionStaff(portal)).job
})
after(() => portal.close())

/** The faults that an audit of all selections finds, and its notes. */
const audit = async () => {
  const [problems, notes]: [string[], string[]] = [[], []]
  await auditSelections(
    portal.deps,
    (problem) => problems.push(problem),
    (note) => notes.push(note),
  )
  return { problems, notes }
}

test('issue 19: who is in the frozen pool of a selection stays in it, withdrawn and without their account', async () => {
  // A job whose selection is finished, with three applications of 90, 80 and 70 points.
  const { people } = await selected(portal, await newJob(), [90, 80, 70])
  const [id = 0] = people
  const { visitor } = await ownerOf(portal, id)
  const [stored] = (await preview(visitor)).kept
  assert.deepEqual([stored.id, stored.why, stored.withdrawn, stored.until], [id, 'selection', true, null])
  good(await erase(visitor))
  const row = await portal.db.row(sql`
    select user_id, withdrawn_at is not null as withdrawn, erased_at from job_applications where id = ${id}`)
  assert.deepEqual(row, { user_id: null, withdrawn: true, erased_at: null })
  assert.deepEqual(await audit(), { problems: [], notes: [] })
})

test('issue 19: erased at the end of its time, the published line and the pool still prove the selection', async () => {
  const { people, selection } = await selected(portal, await newJob(), [90, 80, 70])
  const [id = 0] = people
  await portal.db.tx((tx) => eraseApplications(tx, [id], portal.clock.now()))
  const person = await portal.db.row(sql`
    select unit, place, points, criteria, gender, is_pwd from selection_people where application_id = ${id}`)
  assert.deepEqual(person, { unit: '', place: '', points: 0, criteria: [], gender: '', is_pwd: false })
  const lines = await portal.db.rows<{ points: number }>(
    sql`select points from selection_results where application_id = ${id}`,
  )
  assert.deepEqual(lines, [{ points: 90 }])
  const { problems, notes } = await audit()
  assert.deepEqual(problems, [])
  assert.deepEqual(notes, [
    `The selection ${selection}: Run 1 cannot be computed again, because applications of its pool were erased.`,
  ])
  assert.ok((await sentOnes(portal, await newJob(), 1)).length === 1)
})
