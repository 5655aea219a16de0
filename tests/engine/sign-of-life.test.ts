import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asRefusal } from '../../server/http/on-error.ts'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts'
import { until } from '../support/jobs.ts'

let database: Fresh
let proxy: DatabaseProxy
let db: Db
before(async () => {
  database = await freshDatabase()
  proxy = await databaseProxy(database.url)
  db = connect(proxy.url, { connections: 2 })
})
after(async () => {
  await db.close()
  await proxy.close()
  await database.drop()
})

const one = () => db.row<{ n: number }>(sql`select 1 as n`)
const refusedIn = async (ask: () => Promise<unknown>) => {
  const began = performance.now()
  const error = await ask().then(
    () => assert.fail('answered'),
    (refused: unknown) => refused,
  )
  assert.deepEqual([asRefusal(error).kind, asRefusal(error).retryAfter], ['busy', 5], String(error))
  return performance.now() - began
}

test('R5 a database that says nothing: who waits is told within two seconds, in the queue too; who comes then at once; and it is back at once', async () => {
  await Promise.all([one(), one()])
  proxy.freeze()
  // Two hold a connection, two wait for one, one is in a transaction.
  const waits = await Promise.all([one, one, one, one, () => db.tx((tx) => tx.run(sql`select 1`))].map(refusedIn))
  for (const ms of waits) assert.ok(ms < 2_000, `${Math.round(ms)} ms`)
  const then = await Promise.all([one, one, one].map(refusedIn))
  for (const ms of then) assert.ok(ms < 100, `${Math.round(ms)} ms`)
  const began = performance.now()
  proxy.mend()
  await until(
    'it is back',
    () => one().catch(() => undefined),
    (row) => row?.n === 1,
  )
  assert.ok(performance.now() - began < 2_000)
})

test('T19 R5 a slow statement of a database that answers is waited for, up to its 2.5 seconds', async () => {
  const all = Array.from({ length: 2 }, () => db.row<{ slept: string }>(sql`select pg_sleep(2.2)::text as slept`))
  assert.deepEqual(await Promise.all(all), [{ slept: '' }, { slept: '' }])
  await assert.rejects(db.run(sql`select pg_sleep(9)`), { code: '57014' })
  assert.equal((await one())?.n, 1)
})

test('R5 a database that is gone and comes back is had again at once', async () => {
  proxy.cut()
  await refusedIn(one)
  proxy.mend()
  assert.equal((await one())?.n, 1)
})
