import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '../support/jobs.ts'
import { dataFolder, run, type Running, startPortal } from '../support/program.ts'
import { steadyLoad } from '../support/steady-load.ts'
import { linesOf, onLinux, unfinishedIn, workersOf } from './workers.ts'

// A portal with several worker processes still answers while one of them dies, hangs or is replaced (R10).

const CALLERS = 4
const SLOW_CALLS = 16

describe('R10 several processes answer', onLinux, () => {
  const folder = dataFolder()
  let portal: Running
  before(async () => {
    portal = await startPortal(folder.path, { env: { WORKERS: '2', DRAIN_SECONDS: '1' } })
  })
  after(() => folder.drop())

  test('two worker processes; the jobs are there, and each call finds them', async () => {
    assert.equal(workersOf(portal).length, 2)
    for (let call = 0; call < 6; call++) {
      const answer = await fetch(`${portal.url}/api/jobs/list/`, { headers: { connection: 'close' } })
      assert.ok(((await answer.json()) as { count: number }).count > 0)
    }
  })
  test('a process that is killed fails its own calls alone; another takes its place', async (context) => {
    const load = steadyLoad(portal.url, CALLERS)
    context.after(load.stop)
    await until(
      'the load runs',
      async () => load.result.answered,
      (answered) => answered > 50,
    )
    const [victim = 0, other = 0] = workersOf(portal)
    const [lost = [], stored = []] = await unfinishedIn(portal.url, [victim, other], SLOW_CALLS)
    process.kill(victim, 'SIGKILL')
    await until(
      'all calls of the killed process are cut',
      async () => lost.every((call) => call.isClosed()),
      Boolean,
    )
    for (const call of lost) assert.equal(call.received(), '')
    for (const call of stored) call.finish()
    await until(
      'all calls of the other process are answered',
      async () => stored.map((call) => call.received()),
      (texts) => texts.every((text) => text.startsWith('HTTP/1.1 200 ')),
    )
    await until(
      'two again',
      async () => workersOf(portal),
      (pids) => pids.length === 2 && !pids.includes(victim),
    )
    assert.ok(workersOf(portal).includes(other))
    const before = load.result.answered
    await until(
      'calls are answered',
      async () => load.result.answered,
      (answered) => answered > before + 100,
    )
    const { failed } = await load.stop()
    // Each caller sends one call at a time. So at most as many calls fail as there are callers.
    assert.ok(failed.length <= CALLERS, failed.join('\n'))
    assert.equal(linesOf(portal, 'worker.ended').length, 1)
  })
  test('a process that hangs is killed and replaced; the other answers meanwhile', async () => {
    // The older process, with the lower id. The one that replaced the killed process may still be starting.
    const victim = Math.min(...workersOf(portal))
    process.kill(victim, 'SIGSTOP')
    await until(
      'another is in its place',
      async () => workersOf(portal),
      (pids) => pids.length === 2 && !pids.includes(victim),
      60_000,
    )
    assert.equal(linesOf(portal, 'worker.hung').length, 1)
    const answer = await fetch(`${portal.url}/api/jobs/list/`, { headers: { connection: 'close' } })
    assert.equal(answer.status, 200)
  })
  test('a reload in the first second of a start does not end it', async () => {
    const early = dataFolder()
    try {
      const starting = startPortal(early.path, { env: { WORKERS: '2' } })
      const pidFile = join(early.path, 'portal.pid')
      await until(
        'the process is known',
        async () => existsSync(pidFile),
        (isThere) => isThere,
        60_000,
      )
      const command = run('server/portal.ts', ['reload'], early.path, { env: { WORKERS: '2' } })
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGHUP')
      assert.equal(await command.exited, 0, command.errors)
      const portal = await starting
      assert.equal((await fetch(`${portal.url}/readyz`)).status, 200)
      // The reload that was asked for is done after the start.
      await until(
        'the worker processes are replaced',
        async () => linesOf(portal, 'workers.reloaded').length,
        (count) => count === 1,
        60_000,
      )
      assert.equal(await portal.stop('SIGINT'), 0)
    } finally {
      await early.drop()
    }
  })
  test('SIGHUP under load replaces all of them, and no call fails', async (context) => {
    const earlier = workersOf(portal)
    const load = steadyLoad(portal.url, CALLERS)
    context.after(load.stop)
    await until(
      'the load runs',
      async () => load.result.answered,
      (answered) => answered > 50,
    )
    process.kill(portal.pid, 'SIGHUP')
    await until(
      'all are replaced',
      async () => linesOf(portal, 'workers.reloaded').length,
      (count) => count === 1,
      180_000,
    )
    const { answered, failed } = await load.stop()
    assert.deepEqual(failed, [])
    assert.ok(answered > 200)
    const present = workersOf(portal)
    assert.equal(present.length, 2)
    assert.equal(present.filter((pid) => earlier.includes(pid)).length, 0)
  })
  test('a process that keeps crashing is started again after longer pauses; the log says so once, and the other answers', async () => {
    const [steady] = workersOf(portal)
    for (let crash = 1; crash <= 4; crash++) {
      const pids = await until(
        'it is there',
        async () => workersOf(portal).filter((pid) => pid !== steady),
        (others) => others.length === 1,
        30_000,
      )
      process.kill(pids[0] ?? 0, 'SIGKILL')
    }
    await until(
      'the log says so',
      async () => linesOf(portal, 'worker.crash_loop').length,
      (count) => count === 1,
    )
    assert.equal((await fetch(`${portal.url}/healthz`)).status, 200)
  })
  test('after SIGTERM, /readyz answers 503 at once while other calls are answered; then the portal ends, the database last', async () => {
    portal.child.kill('SIGTERM')
    await until(
      '503',
      async () => (await fetch(`${portal.url}/readyz`)).status,
      (status) => status === 503,
    )
    assert.equal((await fetch(`${portal.url}/api/jobs/list/`)).status, 200)
    assert.equal(await portal.exited, 0)
    assert.equal(folder.postmaster(), undefined)
  })
})
