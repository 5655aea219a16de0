import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { raw } from 'sql-template-tag'
import { sql, type Tx } from '../../server/database/connect.ts'
import { claimDue, deleteDelivered } from '../../server/outbox/store.ts'
import { insertMarks, type Mark } from '../../server/review/facts-store.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

/**
 * How many rows `work` reads by scanning a whole table. The connection planned the same statements while the
 * table was empty. All changes are rolled back.
 */
async function readInFull(
  table: string,
  work: (tx: Tx) => Promise<unknown>,
  fill: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  let read = Number.NaN
  const soFar = async (tx: Tx) =>
    (
      await tx.row<{ rows: number }>(
        sql`select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = ${table}`,
      )
    )?.rows ?? 0
  const undo = new Error('only looked at')
  await assert.rejects(
    portal.db.tx(async (tx) => {
      // No foreign key is checked, so the rows can exist without their applications and jobs.
      await tx.run(sql`set local session_replication_role = replica`)
      await tx.run(raw(`analyze ${table}`))
      // After five runs of a statement, PostgreSQL keeps one plan for it.
      for (let times = 0; times < 8; times++) await work(tx)
      await fill(tx)
      const before = await soFar(tx)
      await work(tx)
      read = (await soFar(tx)) - before
      throw undo
    }),
    undo,
  )
  return read
}

const MANY = 20_000
/** Queues many emails, all of one priority and due at once. */
const fillOutbox = (tx: Tx) =>
  tx.run(sql`
    insert into outbox (topic, payload, priority, run_at, created_at)
    select 'decisions.status', jsonb_build_object('application', number), 1, ${A_TUESDAY}::timestamptz, ${A_TUESDAY}::timestamptz from generate_series(1, ${MANY}::int) number`)

test('R7: a delivered email is found by its key, also if the statement was planned while the outbox was empty', async () => {
  assert.equal(await readInFull('outbox', (tx) => deleteDelivered(tx, [1]), fillOutbox), 0)
})
test('R7: due emails are found by an index, also if the statement was planned while the outbox was empty', async () => {
  const lane = { firstPriority: 1, lastPriority: 1, batchSize: 5 }
  const later = new Date(A_TUESDAY.getTime() + 60_000)
  assert.equal(await readInFull('outbox', (tx) => claimDue(tx, A_TUESDAY, later, lane), fillOutbox), 0)
})
test('FLAGS: if twenty thousand applications name one referee, the next such application does not read all of them', async () => {
  const mark = 'ab'.repeat(16)
  const marks: Mark[] = [{ application_id: 7, job_id: 1, kind: 'referee', mark }]
  const fillMarks = (tx: Tx) =>
    tx.run(sql`
      insert into application_marks (job_id, kind, mark, application_id)
      select 1, 'referee', decode(${mark}, 'hex'), number from generate_series(100, ${MANY + 100}::int) number`)
  assert.equal(await readInFull('application_marks', (tx) => insertMarks(tx, marks), fillMarks), 0)
})
