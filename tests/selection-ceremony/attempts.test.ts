import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stageNumber } from '#contract/review/stages.ts'
import { type Db, sql } from '../../server/database/connect.ts'
import { buildNextPool } from '../../server/selection-ceremony/build-pool.ts'
import { beginPool } from '../../server/selection-ceremony/pool-store.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// A worker puts together the pool of a proposed selection: the people among whom it will draw. Its attempt
// may be killed, or another process may overtake it.
let portal: Portal
let job: number
before(async () => {
  portal = await openPortal()
  job = await jobForSelection(portal, await jobStaff(portal))
})
after(() => portal.close())

/** Inserts a proposed selection of the job and returns its id. */
async function propose(): Promise<number> {
  const row = await portal.db.row<{ id: number }>(sql`
    insert into selections (job_id, rule_id, state, round, round_at, proposed_by, proposed_at)
    select job_id, id, 'proposed', 1, now(), proposed_by, now() from selection_rules where job_id = ${job} returning id`)
  return row?.id ?? 0
}
/** The people in the pool of a selection. */
const peopleOf = (id: number) =>
  portal.db.rows<{ application_id: number }>(
    sql`select application_id from selection_people where selection_id = ${id} order by application_id`,
  )

/** A database for one attempt. `event` runs after the attempt starts, before it stores the first person. */
function beforeWriting(event: () => unknown): Db {
  let transactions = 0
  return {
    ...portal.db,
    patient: (...words) => {
      const patient = portal.db.patient(...words)
      return {
        ...patient,
        tx: async (work) => {
          // The first transaction starts the attempt. The second deletes the people of an earlier attempt.
          if (++transactions === 3) await event()
          return patient.tx(work)
        },
      }
    },
  }
}

test('selection: two processes put one pool together once, and it is whole', async () => {
  const id = await propose()
  await Promise.all([buildNextPool(portal.db), buildNextPool(portal.db)])
  const row = await portal.db.row<{ pool_count: number }>(
    sql`select pool_count from selections where id = ${id} and pool_root is not null`,
  )
  assert.equal(row?.pool_count, (await peopleOf(id)).length)
  assert.equal(await buildNextPool(portal.db), false)
})
test('selection: what a killed attempt left does not come into the pool', async () => {
  const earlier = await portal.db.row<{ id: number }>(sql`select id from selections order by id desc limit 1`)
  const before = await peopleOf(earlier?.id ?? 0)
  const [gone] = before
  assert.ok(gone)
  await portal.db.run(sql`update selections set state = 'abandoned' where id = ${earlier?.id ?? 0}`)
  const id = await propose()
  // This person was eligible when the first attempt started, and was rejected before the second attempt.
  await portal.db.run(sql`
    insert into selection_people (selection_id, leaf, application_id, unit, place, points, criteria, gender, is_pwd, entry_hash)
    select ${id}, leaf, application_id, unit, place, points, criteria, gender, is_pwd, entry_hash
    from selection_people where selection_id = ${earlier?.id ?? 0} and application_id = ${gone.application_id}`)
  await portal.db.run(
    sql`update application_facts set stage = ${stageNumber('rejected')} where application_id = ${gone.application_id}`,
  )
  assert.equal(await buildNextPool(portal.db), true)
  assert.deepEqual(await peopleOf(id), before.slice(1))
})
test('selection: an attempt writes nothing any more once another has started', async () => {
  await portal.db.run(sql`update selections set state = 'abandoned'`)
  const id = await propose()
  const overtaken = beforeWriting(() => portal.db.tx((tx) => beginPool(tx, id)))
  assert.equal(await buildNextPool(overtaken), false)
  assert.deepEqual(await peopleOf(id), [])
})
test('selection: a process that stops ends at the next part, and the next one puts the pool together', async () => {
  await portal.db.run(sql`update selections set state = 'abandoned'`)
  const id = await propose()
  const stopping = new AbortController()
  const db = beforeWriting(() => stopping.abort())
  await assert.rejects(buildNextPool(db, stopping.signal), { name: 'AbortError' })
  assert.deepEqual(await peopleOf(id), [])
  assert.equal(await buildNextPool(portal.db), true)
  assert.ok((await peopleOf(id)).length > 0)
})
