import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../server/database/connect.ts'
import { advanceSelections } from '../../server/selection-ceremony/work.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { auditSelections } from '../../server/transparency/audit-selections.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { replayText } from '../support/selection.ts'
import { packText } from '../support/selected.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// The background work of a selection runs in a process that is killed repeatedly. Each step must be stored
// completely or not at all.

/** The program repeatedly does the due steps of selections. It prints `begins` at its start. */
const PROGRAM = join(import.meta.dirname, '../support/selection-program.ts')
const PEOPLE = 4_000
/** When to kill the process, in ms after its work started. The last time is after the end of a step. */
const KILLS = [0, 40, 90, 160, 250, 400, 600, 900, 1_300]

let portal: Portal
let job: number
before(async () => {
  portal = await openPortal()
  job = await jobForSelection(portal, await jobStaff(portal))
  // The job already has five applications.
  await sendCrowd(portal, job, ...Array.from({ length: PEOPLE - 5 }, () => ({})))
})
after(() => portal.close())

/**
 * Starts a process that does the due steps, kills it, and inspects the stored data: once for each time in
 * `KILLS`. Returns how often the process was killed before its step was done.
 */
async function killAgain(isDone: () => Promise<boolean>): Promise<number> {
  let interrupted = 0
  for (const ms of KILLS) {
    const args = [PROGRAM, portal.databaseUrl, portal.deps.config.dataDir, portal.clock.now().toISOString()]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const line of createInterface(child.stdout)) if (line === 'begins') break
    await wait(ms)
    child.kill('SIGKILL')
    await once(child, 'exit')
    if (!(await isDone())) interrupted++
  }
  return interrupted
}

type StoredPool = { people: number; nodes: number; has_root: boolean }
/** Whether the pool is stored. Fails if only a part is stored: without a root there must be no nodes. */
async function isPoolWhole(): Promise<boolean> {
  const left = await portal.db.row<StoredPool>(sql`
    select (select count(*)::int from selection_people) as people, (select count(*)::int from selection_pool_nodes) as nodes, pool_root is not null as has_root
    from selections`)
  assert.ok(left)
  const { people, nodes, has_root: hasRoot } = left
  if (hasRoot) assert.deepEqual([people, nodes > 0], [PEOPLE, true])
  else assert.equal(nodes, 0)
  return hasRoot
}

type Run = { state: string; lines: number; sums: number; documents: number }
/** Whether the result is stored: all lines, sums and its document. Fails if only a part is stored. */
async function isResultWhole(): Promise<boolean> {
  const run = await portal.db.row<Run>(sql`
    select state, (select count(*)::int from selection_results) as lines, (select coalesce(sum(taken + reserve + not_taken), 0)::int from selection_sums) as sums,
      (select count(*)::int from selection_events where kind = 'selection_result') as documents
    from selection_runs`)
  if (run?.state !== 'computed') {
    assert.deepEqual([run?.sums ?? 0, run?.documents ?? 0], [0, 0])
    return false
  }
  assert.deepEqual([run.lines, run.sums, run.documents], [PEOPLE, PEOPLE, 1])
  return true
}

type Notified = { due: number; sent: number; people: number; is_over: boolean }
/**
 * Whether everyone is notified. The work has reached the application `notified_up_to`: people up to it must
 * have one notification each, and people after it none.
 */
async function isEveryoneNotified(): Promise<boolean> {
  const row = await portal.db.row<Notified>(sql`
    with sent as (select user_id from notifications where kind = 'selection_not_taken')
    select (select count(*)::int from selection_results where run_id = run.id and result = 'not_taken' and application_id <= run.notified_up_to) as due,
      (select count(*)::int from sent) as sent, (select count(distinct user_id)::int from sent) as people,
      run.notified_at is not null and run.files is not null as is_over
    from selection_runs run`)
  assert.ok(row)
  assert.deepEqual([row.sent, row.people], [row.due, row.due])
  return row.is_over
}

describe('selection: a process that is killed in the middle of a step leaves nothing half-done', () => {
  test('while the pool is put together, and while the result is computed: each is there whole, or not', async () => {
    // The ceremony does its due steps three times. The second stores nothing that this file inspects.
    const isDone = [isPoolWhole, async () => true, isResultWhole]
    const interrupted: number[] = []
    await drawSelection(portal, job, async () => {
      const isStepDone = isDone[interrupted.length]
      assert.ok(isStepDone)
      interrupted.push(await killAgain(isStepDone))
      await advanceSelections(portal.deps)
      assert.ok(await isStepDone())
    })
    const [pool = 0, , result = 0] = interrupted
    assert.ok(pool > 0 && result > 0, `killed before the end: ${pool} and ${result} times`)
  })
  test('while people are notified of the result: everyone once', async () => {
    await publishSelection(portal, job, async () => {
      const interrupted = await killAgain(isEveryoneNotified)
      assert.ok(interrupted > 0)
      await publishResults(portal.deps)
      assert.ok(await isEveryoneNotified())
    })
  })
  test('and the result is the one that follows from the pack and the log', async () => {
    const run = await portal.db.row<{ id: number; digest: Buffer }>(
      sql`select id, result_digest as digest from selection_runs`,
    )
    const replayed = replayText(await packText(portal, run?.id ?? 0))
    const problems: string[] = []
    await auditSelections(portal.deps, (problem) => problems.push(problem))
    assert.deepEqual(problems, [])
    assert.equal(hash('sha256', replayed), run?.digest.toString('hex'))
  })
})
