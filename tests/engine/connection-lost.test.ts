import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { migrate } from '../../server/database/migrate.ts'
import { whoIs } from '../../server/database/role.ts'
import { until } from '../support/jobs.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts'

let database: Fresh
let proxy: DatabaseProxy
let db: Db
before(async () => {
  database = await freshDatabase()
  proxy = await databaseProxy(database.url)
  db = connect(proxy.url, { connections: 1 })
})
after(async () => {
  await db.close()
  await proxy.close()
  await database.drop()
})

/** Sends three queries at once to a pool with one connection. */
const sendThree = () =>
  Promise.allSettled([
    db.row<{ n: number }>(sql`select 2 as n`),
    db.tx((tx) => tx.row<{ n: number }>(sql`select 3 as n`)),
    db.row<{ n: number }>(sql`select 4 as n`),
  ])

// An error event without a listener would end the process, and so fail this test.
test('R5 a connection that dies in the same message as an answer does not end the process, and no other query gets it', async () => {
  for (let round = 0; round < 5; round++) {
    await db.row(sql`select 1 as n`)
    proxy.dieAnswering()
    const [answered, reported] = await sendThree()
    assert.deepEqual([answered.status, reported.status], ['fulfilled', 'fulfilled'])
    const [again, whole] = await sendThree()
    assert.deepEqual([again.status, whole.status], ['fulfilled', 'fulfilled'])
  }
})

test('R5 a database that dies while it is migrated fails the migration, and nothing else', async (t) => {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  t.after(() => other.end())
  await other.query("select pg_advisory_lock(hashtext('portal-migrate'))")
  const migrating = migrate(proxy.url).catch((error: Error) => error)
  const waits = () =>
    other.query(
      "select from pg_stat_activity where application_name = 'portal-migrate' and datname = current_database()",
    )
  await until('it waits for its turn', waits, ({ rowCount }) => rowCount === 1)
  proxy.cut()
  assert.match(String(await migrating), /Connection terminated|not queryable|ECONNRESET|EPIPE/)
  await assert.rejects(whoIs(proxy.url))
  proxy.mend()
  await other.query('select pg_advisory_unlock_all()')
  assert.deepEqual(await migrate(proxy.url), [])
})
