import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freePort } from '../support/crowd.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, run, type Running, startPortal } from '../support/program.ts'
import { callOnce, linesOf, logged, newWorkers, onLinux, unfinished, workersOf } from './workers.ts'

// A portal with several worker processes handles signals, also while it replaces some of them (R10).

const SLOW_CALLS = 16
/** Longer than a worker process takes to start. So a process that starts during the drain also answers. */
const LONG_DRAIN_SECONDS = '10'

/** Whether the process that answers closes its connections, because it will stop. */
const closesConnection = (url: string) =>
  new Promise<boolean>((resolve, reject) => {
    const agent = new http.Agent({ keepAlive: true })
    http
      .get(url, { agent }, (answer) => {
        resolve(answer.headers.connection === 'close')
        agent.destroy()
      })
      .on('error', reject)
  })

/** The first of two neighbouring free ports: each of two worker processes serves its own metrics. */
async function twoFreePorts(): Promise<number> {
  const port = await freePort()
  const probe = net.createServer()
  const isFree = await new Promise<boolean>((tell) => {
    probe.once('error', () => tell(false)).listen(port + 1, '127.0.0.1', () => tell(true))
  })
  if (!isFree) return twoFreePorts()
  await new Promise((closed) => probe.close(closed))
  return port
}

/** The status of each answer of `/readyz`, from the first 503 until no process answers. */
async function statusesWhileLeaving(url: string): Promise<number[]> {
  const statuses: number[] = []
  const isOver = async () => {
    const answer = await callOnce(`${url}/readyz`)
    if (answer && (statuses.length > 0 || answer.status === 503)) statuses.push(answer.status)
    return answer === undefined
  }
  await until('no process answers', isOver, Boolean, 60_000)
  return statuses
}

describe('R10 a reload of several processes', onLinux, () => {
  const folder = dataFolder()
  let portal: Running
  let metricsPort: number
  let env: Record<string, string>
  before(async () => {
    metricsPort = await twoFreePorts()
    env = {
      WORKERS: '2',
      DRAIN_SECONDS: '1',
      PORT: String(await freePort()),
      METRICS_PORT: String(metricsPort),
    }
    portal = await startPortal(folder.path, { env })
  })
  after(() => folder.drop())

  test('R17 the new processes serve their metrics at the ports of the earlier ones', async () => {
    const earlier = workersOf(portal)
    process.kill(portal.pid, 'SIGHUP')
    await logged(portal, 'metrics.served', 4)
    await logged(portal, 'workers.reloaded')
    assert.deepEqual(linesOf(portal, 'workers.not_reloaded'), [])
    assert.equal(workersOf(portal).filter((pid) => earlier.includes(pid)).length, 0)
    for (const port of [metricsPort, metricsPort + 1])
      assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200)
  })
  test('R17 the port of another portal is not shared: the start stops with 78 and says so', async () => {
    const other = dataFolder()
    const stray = run('server/main.ts', [], other.path, { env: { ...env, PORT: '0' } })
    assert.equal(await stray.exited, 78)
    assert.equal(stray.errors, 'METRICS_HOST and METRICS_PORT cannot be used (EADDRINUSE).\n')
    await other.drop()
  })
  test('a second reload during the first one replaces again what the first one replaced', async () => {
    const [done, earlier] = [linesOf(portal, 'workers.reloaded').length, workersOf(portal)]
    process.kill(portal.pid, 'SIGHUP')
    // The first new process may have read the code before it changed once more.
    const first = await newWorkers(portal, earlier, 1)
    process.kill(portal.pid, 'SIGHUP')
    await logged(portal, 'workers.reloaded', done + 2)
    assert.equal(workersOf(portal).filter((pid) => [...earlier, ...first].includes(pid)).length, 0)
  })
  test('after a reload, the log reports repeated crashes again, also if it had reported some before', async () => {
    for (const series of [1, 2]) {
      const [steady = 0] = workersOf(portal)
      const ended: number[] = []
      for (let crash = 1; crash <= 3; crash++) {
        const [victim = 0] = await newWorkers(portal, [steady, ...ended], 1)
        process.kill(victim, 'SIGKILL')
        ended.push(victim)
      }
      await logged(portal, 'worker.crash_loop', series)
      const done = linesOf(portal, 'workers.reloaded').length
      process.kill(portal.pid, 'SIGHUP')
      await logged(portal, 'workers.reloaded', done + 1)
    }
  })
  test('SIGTERM while an earlier process finishes its calls cuts off none of them', async () => {
    const slow = await Promise.all(Array.from({ length: SLOW_CALLS }, () => unfinished(portal.url)))
    process.kill(portal.pid, 'SIGHUP')
    await until(
      'an earlier process retires',
      () => closesConnection(`${portal.url}/healthz`),
      Boolean,
      60_000,
    )
    portal.child.kill('SIGTERM')
    await until(
      'no process takes new calls',
      async () => callOnce(`${portal.url}/healthz`),
      (answer) => !answer,
    )
    for (const call of slow) call.finish()
    await until('all calls are over', async () => slow.every((call) => call.isClosed()), Boolean, 60_000)
    for (const call of slow) assert.match(call.received(), /^HTTP\/1\.1 200 /)
    assert.equal(await portal.exited, 0)
  })
})

describe('R10 a process that starts while the portal is ending', onLinux, () => {
  const folder = dataFolder()
  let portal: Running
  before(async () => {
    const env = { WORKERS: '2', DRAIN_SECONDS: LONG_DRAIN_SECONDS, PORT: String(await freePort()) }
    portal = await startPortal(folder.path, { env })
  })
  after(() => folder.drop())

  test('in the place of a crashed one: it answers /readyz with 503, like the others', async () => {
    const earlier = workersOf(portal)
    process.kill(earlier[0] ?? 0, 'SIGKILL')
    await newWorkers(portal, earlier, 1)
    portal.child.kill('SIGTERM')
    const statuses = new Set(await statusesWhileLeaving(portal.url))
    assert.deepEqual([...statuses], [503])
    assert.equal(await portal.exited, 0)
  })
  test('in a reload: if it is ended before it is ready, the log does not report a failed reload', async () => {
    const env = { WORKERS: '2', DRAIN_SECONDS: '0' }
    portal = await startPortal(folder.path, { env })
    const earlier = workersOf(portal)
    process.kill(portal.pid, 'SIGHUP')
    await newWorkers(portal, earlier, 1)
    assert.equal(await portal.stop(), 0)
    assert.deepEqual(linesOf(portal, 'workers.not_reloaded'), [])
  })
})

describe('R10 the primary process keeps running', onLinux, () => {
  const folder = dataFolder()
  const programs = mkdtempSync(join(tmpdir(), 'portal-node-'))
  const program = join(programs, 'node')
  const aside = join(programs, 'aside')
  let portal: Running
  before(async () => {
    copyFileSync(process.execPath, program)
    portal = await startPortal(folder.path, {
      env: { WORKERS: '2', PORT: String(await freePort()) },
      program,
    })
  })
  after(async () => {
    await folder.drop()
    rmSync(programs, { recursive: true, force: true })
  })
  const answers = () =>
    until(
      'the portal answers',
      async () => (await callOnce(`${portal.url}/healthz`))?.status,
      (status) => status === 200,
      60_000,
    )

  test('while a process cannot be started, as during an upgrade in place', async () => {
    const earlier = workersOf(portal)
    renameSync(program, aside)
    process.kill(earlier[0] ?? 0, 'SIGKILL')
    await logged(portal, 'worker.crash_loop')
    await answers()
    renameSync(aside, program)
    await newWorkers(portal, earlier, 1)
  })
  test('when the database was restarted, and later all processes crash at once', async () => {
    process.kill(folder.postmaster() ?? 0, 'SIGKILL')
    await logged(portal, 'database.restarted')
    let earlier: number[] = []
    for (let crash = 1; crash <= 2; crash++) {
      const present = await newWorkers(portal, earlier, 2)
      for (const pid of present) process.kill(pid, 'SIGKILL')
      earlier = [...earlier, ...present]
    }
    await newWorkers(portal, earlier, 2)
    await answers()
    assert.equal(await portal.stop(), 0)
  })
})
