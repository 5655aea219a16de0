import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../../server/database/connect.ts'
import { auditLog } from '../../../server/transparency/audit.ts'
import { openPortal, type Portal } from '../../support/portal.ts'
import { officer } from '../../support/staff.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
  await officer(portal, 'administrator')
})
after(() => portal.close())

const faults = async () => {
  const found: string[] = []
  await auditLog(portal.deps, (fault) => found.push(fault))
  return found.filter((fault) => fault.includes('officer'))
}

describe('T32 the acts of officers are in the log', () => {
  test('each act has its event, and the auditor finds nothing wrong', async () => {
    const row = await portal.db.row<{ acts: number; events: number }>(sql`
      select (select count(*) from staff_acts) as acts, (select count(*) from log_events where kind = 'staff_act') as events`)
    assert.ok(row && row.acts >= 3 && row.acts === row.events)
    assert.deepEqual(await faults(), [])
  })
  test('the portal can neither change nor delete one, and the database refuses it to anybody', async () => {
    for (const change of [sql`update staff_acts set reason = 'x'`, sql`delete from staff_acts`, sql`truncate staff_acts`]) {
      await assert.rejects(portal.deps.db.run(change))
      await assert.rejects(portal.db.run(change))
    }
  })
  test('a row that was changed all the same is named', async () => {
    await portal.db.run(sql`alter table staff_acts disable trigger all`)
    await portal.db.run(sql`update staff_acts set role = 'auditor' where id = (select min(id) from staff_acts)`)
    await portal.db.run(sql`alter table staff_acts enable trigger all`)
    assert.deepEqual((await faults()).length, 1)
  })
})
