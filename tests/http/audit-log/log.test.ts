import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../../server/database/connect.ts'
import { auditLog } from '../../../server/transparency/audit.ts'
import { openPortal, type Portal } from '../../support/portal.ts'
import { type Officer, officer } from '../../support/staff.ts'

let portal: Portal
let auditor: Officer
before(async () => {
  portal = await openPortal()
  await officer(portal, 'administrator')
  auditor = await officer(portal, 'auditor')
})
after(() => portal.close())

/** The faults about officers that an audit of the public log finds. */
const officerFaults = async () => {
  const found: string[] = []
  await auditLog(portal.deps, (fault) => found.push(fault))
  return found.filter((fault) => fault.includes('officer'))
}

/** The result of a check of the public log, which an auditor starts from the page. */
const checked = async () => {
  const started = await auditor.visitor.post('/api/staff/log/check/')
  assert.deepEqual([started.status, started.json.ended_at], [200, null])
  for (;;) {
    const { check } = (await auditor.visitor.get('/api/staff/log/check/')).json
    if (check.ended_at !== null) return check
    await new Promise((done) => setImmediate(done))
  }
}

describe('T32 the acts of officers are in the log', () => {
  test('each act has its event, and the auditor finds nothing wrong', async () => {
    const row = await portal.db.row<{ acts: number; events: number }>(sql`
      select (select count(*) from audit_entries) as acts, (select count(*) from log_events where kind = 'staff_act') as events`)
    assert.ok(row && row.acts >= 3 && row.acts === row.events)
    assert.deepEqual(await officerFaults(), [])
  })
  test('an auditor has the log checked from the page; one audit entry, and nobody else may', async () => {
    assert.equal((await auditor.visitor.get('/api/staff/log/check/')).json.check, null)
    const check = await checked()
    const acts = await portal.db.row<{ all: number; checks: number }>(sql`
      select count(*) as all, count(*) filter (where act = 'log.checked') as checks from audit_entries`)
    assert.equal(acts?.checks, 1)
    assert.equal(check.counted.acts, acts?.all)
    assert.deepEqual(
      check.told.filter((fault: string) => fault.includes('officer')),
      [],
    )
    assert.equal(
      (await (await officer(portal, 'recruiter')).visitor.post('/api/staff/log/check/')).status,
      403,
    )
  })
  test('the portal can neither change nor delete one, and the database refuses it to anybody', async () => {
    for (const change of [
      sql`update audit_entries set reason = 'x'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
    ]) {
      await assert.rejects(portal.deps.db.run(change))
      await assert.rejects(portal.db.run(change))
    }
  })
  test('a row that was changed all the same is named', async () => {
    await portal.db.run(sql`alter table audit_entries disable trigger all`)
    await portal.db.run(
      sql`update audit_entries set reason = 'x' where id = (select min(id) from audit_entries)`,
    )
    await portal.db.run(sql`alter table audit_entries enable trigger all`)
    assert.deepEqual((await officerFaults()).length, 1)
    const { told } = await checked()
    assert.equal(told.filter((fault: string) => fault.includes('officer')).length, 1)
  })
})
