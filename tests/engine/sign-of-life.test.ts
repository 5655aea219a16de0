import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asRefusal } from '../../server/http/on-error.ts'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts'
import { until } from '../support/jobs.ts'
import { expectRetryTime } from '../support/retry-time.ts'

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

const selectOne = () => db.row<{ n: number }>(sql`select 1 as n`)
/** How many ms pass until the portal refuses something as busy. */
const refusedIn = async (ask: () => Promise<unknown>) => {
  const began = performance.now()
  const error = await ask().then(
    () => assert.fail('answered'),
    (refused: unknown) => refused,
  )
  assert.equal(asRefusal(error).kind, 'busy', String(error))
  expectRetryTime(asRefusal(error).retryAfter)
  return performance.now() - began
}

test('R5 while the database is silent, waiting callers are refused within two seconds, also in the queue; later callers at once. When it answers again, calls work at once', async () => {
  await Promise.all([selectOne(), selectOne()])
  proxy.freeze()
  // There are five callers for two connections. Two callers hold one each, and three wait. The last of these
  // wants a transaction.
  const waits = await Promise.all(
    [selectOne, selectOne, selectOne, selectOne, () => db.tx((tx) => tx.run(sql`select 1`))].map(refusedIn),
  )
  for (const ms of waits) assert.ok(ms < 2_000, `${Math.round(ms)} ms`)
  const then = await Promise.all([selectOne, selectOne, selectOne].map(refusedIn))
  for (const ms of then) assert.ok(ms < 100, `${Math.round(ms)} ms`)
  const began = performance.now()
  proxy.mend()
  await until(
    'it is back',
    () => selectOne().catch(() => undefined),
    (row) => row?.n === 1,
  )
  assert.ok(performance.now() - began < 2_000)
})

test('T19 R5 a slow statement of a database that answers is waited for, up to its 2.5 seconds', async () => {
  const all = Array.from({ length: 2 }, () =>
    db.row<{ slept: string }>(sql`select pg_sleep(2.2)::text as slept`),
  )
  assert.deepEqual(await Promise.all(all), [{ slept: '' }, { slept: '' }])
  await assert.rejects(db.run(sql`select pg_sleep(9)`), { code: '57014' })
  assert.equal((await selectOne())?.n, 1)
})

test('R5 a database that is gone and comes back is used again at once', async () => {
  proxy.cut()
  await refusedIn(selectOne)
  proxy.mend()
  assert.equal((await selectOne())?.n, 1)
})

test('R5 a connection that says nothing is ended in the database too, before it is dropped: none keeps its process there', {
  timeout: 20_000,
}, async (context) => {
  const owner = connect(database.url, { connections: 1 })
  context.after(() => owner.close())
  const name = 'portal-silent'
  const silent = connect(database.portalUrl, { connections: 1, name })
  context.after(() => silent.close())
  // A call that no statement's time limit ends, as when its commit waits for a standby that hangs.
  const work = silent.tx(async (tx) => {
    await tx.run(sql`select set_config('statement_timeout', '0', true)`)
    await tx.run(sql`select pg_sleep(60)`)
  })
  await assert.rejects(work, /Query read timeout/)
  await until(
    'nothing of it is left',
    () => owner.rows(sql`select from pg_stat_activity where application_name = ${name} and state = 'active'`),
    (rows) => rows.length === 0,
  )
})

test('R5 the error codes of a database that is away, starting, full, read-only or failing over mean busy; those of our own errors do not', () => {
  const kindOf = (code: string) => asRefusal(Object.assign(new Error('said'), { code })).kind
  for (const code of '28000 28P01 57P01 57P02 57P03 57P04 57P05 25006 25P02 25P03 25P04 08000 08001 08003 08006 08P01 53000 53100 53200 53300 55000 55P03 57014 40001'.split(
    ' ',
  ))
    assert.equal(kindOf(code), 'busy', code)
  for (const code of '23505 23514 42P01 42601 22P02 22003 XX000'.split(' '))
    assert.equal(kindOf(code), 'failed', code)
})
