import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { buildApp } from '../../server/app.ts'
import { connect, sql } from '../../server/database/connect.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type Officer, officer, withCsrf } from '../support/staff.ts'
import { type Visitor, visitorAt } from '../support/visitor.ts'

let portal: Portal
let auditor: Officer
before(async () => {
  portal = await openPortal()
  await officer(portal, 'administrator')
  auditor = await officer(portal, 'auditor')
})
after(() => portal.close())

/** The faults about officers that an audit of the public log finds. */
const officerProblems = async () => {
  const found: string[] = []
  await auditLog(portal.deps, (problem) => found.push(problem))
  return found.filter((problem) => problem.includes('officer'))
}

const CHECK = '/api/staff/log/check/'
/** The last check of the public log, running or ended, as an officer reads it. */
const lastCheck = async (visitor: Visitor) => (await visitor.get(CHECK)).json.check
const endedCheck = (visitor: Visitor) =>
  until(
    'the check has ended',
    () => lastCheck(visitor),
    ({ ended_at }) => ended_at !== null,
  )

/** The result of a check of the public log, which an auditor starts from the page. */
const checked = async () => {
  const started = await auditor.visitor.post(CHECK)
  assert.deepEqual([started.status, started.json.ended_at], [200, null])
  return endedCheck(auditor.visitor)
}

/** The auditor at another process of the portal. It shares only the database with the first process. */
async function atAnotherProcess() {
  const db = connect(portal.databaseUrl)
  const app = await buildApp({ ...portal.deps, db })
  const visitor = visitorAt(await app.listen({ host: '127.0.0.1', port: 0 }))
  for (const [name, value] of auditor.visitor.cookies) visitor.cookies.set(name, value)
  const close = () => app.close().then(() => db.close())
  return { visitor: await withCsrf(visitor), close }
}

describe('T32 the audit log has what officers do', () => {
  test('each audit entry has its event, and the auditor finds nothing wrong', async () => {
    const row = await portal.db.row<{ acts: number; events: number }>(sql`
      select (select count(*) from audit_entries) as acts, (select count(*) from log_events where kind = 'staff_act') as events`)
    assert.ok(row && row.acts >= 3 && row.acts === row.events)
    assert.deepEqual(await officerProblems(), [])
  })
  test('an auditor has the log checked from the page; one audit entry, and no one else may', async () => {
    assert.equal(await lastCheck(auditor.visitor), null)
    const check = await checked()
    const audited = await portal.db.row<{ all: number; checks: number }>(sql`
      select count(*) as all, count(*) filter (where act = 'log.checked') as checks from audit_entries`)
    assert.equal(audited?.checks, 1)
    assert.equal(check.counted.acts, audited?.all)
    assert.deepEqual(
      check.told.filter((problem: string) => problem.includes('officer')),
      [],
    )
    assert.equal((await (await officer(portal, 'recruiter')).visitor.post(CHECK)).status, 403)
  })
  test('any process shows the check of another one, as long as it runs and when it has ended, and starts no second one', async () => {
    const { visitor: there, close } = await atAnotherProcess()
    // Time passes for the process that checks only by `tick`.
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const started = await portal.db.tx(async (tx) => {
        // The check waits for this table.
        await tx.run(sql`lock table erasures in access exclusive mode`)
        const { json } = await auditor.visitor.post(CHECK)
        assert.deepEqual(await lastCheck(there), json)
        for (let round = 0; round < 3; round++) {
          portal.clock.advance(50_000)
          mock.timers.tick(10_000)
          await until(
            'the process that checks has reported',
            () => portal.db.row<{ alive_at: Date }>(sql`select alive_at from last_log_check`),
            (row) => row?.alive_at.getTime() === portal.clock.now().getTime(),
          )
          assert.deepEqual(await lastCheck(there), json)
          assert.deepEqual((await there.post(CHECK)).json, json)
        }
        return json
      })
      const check = await endedCheck(there)
      assert.equal(check.began_at, started.began_at)
      assert.ok(check.counted.acts > 0)
      assert.deepEqual(await lastCheck(auditor.visitor), check)
    } finally {
      mock.timers.reset()
      await close()
    }
  })
  test('a check whose process was killed ends without a result after a minute, and another one can start', async () => {
    const { began_at } = await checked()
    await portal.db.run(sql`update last_log_check set ended_at = null, counted = null`)
    assert.equal((await auditor.visitor.post(CHECK)).json.began_at, began_at)
    portal.clock.advance(61_000)
    const { ended_at, counted } = await lastCheck(auditor.visitor)
    assert.deepEqual([ended_at, counted], [began_at, null])
    const next = await checked()
    assert.notEqual(next.began_at, began_at)
    assert.ok(next.counted.acts > 0)
  })
  test('the portal can neither change nor delete an entry, and the database refuses it to everyone', async () => {
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
    assert.deepEqual((await officerProblems()).length, 1)
    const { told: reported } = await checked()
    assert.equal(reported.filter((problem: string) => problem.includes('officer')).length, 1)
  })
})
