import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type Sql } from '../../server/database/connect.ts'
import { count } from '../support/accounts.ts'
import { until } from '../support/jobs.ts'
import { openPortal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'

test('the answer to an officer who sets the level has this level, also while the portal still works with the row that it read before (last-hour#level-row)', async (context) => {
  const portal = await openPortal()
  context.after(() => portal.close())
  const staffMember = await officer(portal, 'administrator')
  const isRead = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const { db } = portal.deps
  // The step gets the row that it read only once it may go on. The officer's call uses another copy of `db`.
  const row = async <Row>(statement: Sql) => {
    const found = await db.row<Row>(statement)
    isRead.resolve()
    await mayGoOn.promise
    return found
  }
  portal.deps.db = { ...db, row }
  const stepBefore = portal.deps.brownout?.tick()
  await isRead.promise
  const answering = staffMember.visitor.post('/api/staff/last-hour/level/', {
    level: 2,
    reason: 'The deadline of 40 jobs is at 5 p.m.',
  })
  await until(
    'the level is stored',
    () => count(portal, sql`select from brownout where by_hand`),
    (rows) => rows === 1,
  )
  // A whole call takes longer than the step from the stored level to the next line of the officer's call.
  await portal.visitor().get('/healthz')
  mayGoOn.resolve()
  await stepBefore
  const { status, json } = await answering
  assert.deepEqual([status, json.level, json.by_hand?.name], [200, 2, 'Officer administrator'])
})
