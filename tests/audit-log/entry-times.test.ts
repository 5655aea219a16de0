import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { nextMinute } from '../support/accounts.ts'
import { ceremonyStaff } from '../support/ceremony-staff.ts'
import { type DecisionStaff, decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { problems } from '../support/erasure.ts'
import { until } from '../support/jobs.ts'
import { messageStaff } from '../support/messages.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { selected } from '../support/selected.ts'
import { officer } from '../support/staff.ts'
import type { Answer } from '../support/visitor.ts'

// The public log refuses an entry that is dated more than a minute before an earlier one. So a call that
// takes minutes dates its entry when it writes it. Here a locked row makes the call take two minutes.

const LONG_MS = 120_000

let portal: Portal
let staff: DecisionStaff
/** A database connection that locks a row. The officer's call needs the row, so the call waits. */
let holder: pg.Client
before(async () => {
  portal = await openPortal()
  staff = await decisionStaff(portal)
  holder = new pg.Client({ connectionString: portal.databaseUrl })
  await holder.connect()
})
beforeEach(() => nextMinute())
after(async () => {
  await holder.end()
  await portal.close()
})

/** Waits until the officer's call waits for the row that `holder` has locked. */
const untilHeld = () =>
  until(
    'a call that waits for the locked row',
    () => holder.query('select from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))'),
    ({ rowCount }) => rowCount !== 0,
  )

/** Makes a call that waits two minutes for a row. The log's last entries must be these, of its end. */
async function datedAtItsEnd(row: string, kinds: string[], call: () => Promise<Answer>) {
  await holder.query('begin')
  await holder.query(`select from ${row} for update`)
  const late = call()
  await untilHeld()
  portal.clock.advance(LONG_MS)
  // Meanwhile someone else's entry enters the log.
  const { visitor } = await officer(portal, 'auditor')
  good(await visitor.get('/api/staff/decisions/'))
  await holder.query('commit')
  good(await late)
  const { rows } = await holder.query(
    'select act as action, at as written from audit_entries order by id desc limit $1',
    [kinds.length],
  )
  assert.deepEqual(
    rows.map(({ action, written }) => [action, written]).reverse(),
    kinds.map((kind) => [kind, portal.clock.now()]),
  )
}

describe('an entry of the log has the time when it is written, however long the call took', () => {
  test('the lists of a selection', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80])
    await datedAtItsEnd(
      `application_facts where application_id = ${people[0]}`,
      ['list.made', 'list.proposed', 'selection.lists_proposed'],
      () => staff.author.visitor.post(`/api/staff/jobs/${job}/selection/lists/`, {}),
    )
  })
  test('applications that are added to a list, and a list that is withdrawn', async () => {
    const job = await staff.job()
    const people = await sentOnes(portal, job, 2)
    const list = await staff.drafted(job, 'rejected', [])
    await datedAtItsEnd(`application_facts where application_id = ${people[0]}`, ['list.added_to'], () =>
      staff.add(list, people),
    )
    await datedAtItsEnd(`decision_entries where list_id = ${list}`, ['list.withdrawn'], () =>
      staff.withdraw(list),
    )
  })
  test('a list that is approved, and stopped', async () => {
    const job = await staff.job()
    const people = await sentOnes(portal, job, 2)
    const { id, digest } = await staff.proposed(job, 'rejected', people, { early_reason: 'So resolved' })
    await datedAtItsEnd(`decisions where id = ${id}`, ['list.approved'], () =>
      staff.decide(id, { approve: true, digest }),
    )
    await datedAtItsEnd(`decision_entries where list_id = ${id}`, ['list.undone'], () => staff.undo(id))
  })
  test('a message', async () => {
    const officers = await messageStaff(portal)
    const job = await staff.job()
    const people = await sentOnes(portal, job, 1)
    await datedAtItsEnd(`staff where id = ${officers.author.id}`, ['message.sent'], () =>
      officers.send(job, { applications: people, expected: 1 }),
    )
  })
  test('the freeze of a pool', async () => {
    const ceremony = await ceremonyStaff(portal, 1)
    const id = await ceremony.job()
    good(await ceremony.perform(id, '', { at: ceremony.inHours(25), observers: [] }))
    await advanceSelections(portal.deps)
    const { pool_digest: digest } = await ceremony.read(id)
    const [, approver] = ceremony.officers()
    await datedAtItsEnd(`selections where job_id = ${id}`, ['selection.pool_frozen'], () =>
      ceremony.perform(id, 'approve/', { digest }, approver),
    )
  })
  test('so the log is in order', async () => {
    assert.deepEqual(
      (await problems(portal)).filter((problem) => problem.includes(' is dated ')),
      [],
    )
  })
})
