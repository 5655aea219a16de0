import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { LESS_URGENT } from '../../server/urgency.ts'
import { backupPlace } from '../support/backups.ts'
import { freshDatabase } from '../support/database.ts'
import { databaseProxy } from '../support/database-proxy.ts'
import { until } from '../support/jobs.ts'
import {
  type Account,
  dataFolder,
  processesOf,
  run,
  type Running,
  startPortal,
  UNCOMPILED,
} from '../support/program.ts'

const json = async (url: string) => (await fetch(url)).json() as Promise<{ count: number; status: string }>
const isRoot = process.getuid?.() === 0
const nobody = (): Account => {
  const [, , uid, gid] = (
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('nobody:')) ?? ''
  ).split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const WHO: { who: string; account?: Account; shut?: boolean }[] = isRoot
  ? [
      { who: 'root' },
      { who: 'root, in a folder that no other account may pass through', shut: true },
      { who: 'an ordinary user', account: nobody() },
    ]
  : [{ who: 'this account' }]
for (const [index, { who, account, shut = false }] of WHO.entries()) {
  describe(`as ${who}`, () => {
    const folder = dataFolder({ account, shut })
    after(() => folder.drop())

    test('a fresh folder: database, reference data and the 24 sample jobs; the address and where to read the mail', async () => {
      const portal = await startPortal(folder.path, { account })
      assert.match(portal.output, /^Mail +http:\/\/127\.0\.0\.1:\d+\/dev\/mail$/m)
      assert.equal((await json(`${portal.url}/api/jobs/list/?include_expired=1`)).count, 24)
      assert.equal(((await json(`${portal.url}/api/wards/`)) as unknown as unknown[]).length, 1_450)
      assert.deepEqual(
        [(await json(`${portal.url}/healthz`)).status, (await json(`${portal.url}/readyz`)).status],
        ['ok', 'ready'],
      )
      assert.equal((await fetch(`${portal.url}/jobs`)).status, 200)
      assert.equal((await fetch(`${portal.url}/dev/mail`)).status, 200)
      // Priorities: the thread that answers calls is the most urgent. The database follows, and its processes
      // for bulk work come last.
      const urgencies = () =>
        [...new Set(processesOf(folder.postmaster() ?? 0).map((pid) => getPriority(pid)))].sort(
          (left, right) => left - right,
        )
      /** The ids of the threads in which V8 collects garbage. */
      const collectors = () => {
        const tasks = `/proc/${portal.pid}/task`
        return readdirSync(tasks).filter(
          (thread) => readFileSync(`${tasks}/${thread}/comm`, 'utf8') === 'node-V8Worker\n',
        )
      }
      if (process.platform === 'linux') {
        await until(
          'some are less urgent',
          async () => String(urgencies()) === String([LESS_URGENT.database, LESS_URGENT.bulk]),
          Boolean,
        )
        assert.deepEqual(
          [...new Set(collectors().map((thread) => getPriority(Number(thread))))],
          [LESS_URGENT.collector],
        )
      }
      assert.equal(await portal.stop(), 0)
      assert.equal(portal.errors, '')
      assert.equal(folder.postmaster(), undefined, 'the database is stopped')
      assert.ok(!existsSync(join(folder.path, 'portal.pid')))
    })
    test('D1 the second start takes under 4 seconds and keeps what was there', async () => {
      // Compiling takes the same time for every account, so only the first one measures it.
      const env = index === 0 ? UNCOMPILED : {}
      let portal = await startPortal(folder.path, { account, env })
      // A busy machine can make one start slow, but hardly three starts in a row.
      for (let more = 0; more < 2 && portal.startMs >= 4_000; more++) {
        await portal.stop()
        portal = await startPortal(folder.path, { account, env })
      }
      assert.ok(portal.startMs < 4_000, `${Math.round(portal.startMs)} ms`)
      assert.equal((await json(`${portal.url}/api/jobs/list/?include_expired=1`)).count, 24)
      assert.equal(await portal.stop('SIGINT'), 0)
      assert.equal(folder.postmaster(), undefined)
    })
    test('T31 the key, the emails and the database are for their owner alone', async () => {
      const { statSync } = await import('node:fs')
      for (const name of ['secret.key', 'mail', 'postgres'])
        assert.equal(statSync(join(folder.path, name)).mode & 0o077, 0, name)
      assert.deepEqual(
        readdirSync(folder.path).filter((name) => /\.\d+$|\.old$|\.part$/.test(name)),
        [],
      )
    })
  })
}

describe('one portal a folder', () => {
  const folder = dataFolder()
  after(() => folder.drop())

  test('a second start on the same folder says so and stops; the first continues', async () => {
    const first = await startPortal(folder.path)
    const second = run('server/main.ts', [], folder.path)
    assert.equal(await second.exited, 78)
    assert.match(
      second.errors,
      new RegExp(`^A portal is already running on .* \\(process ${first.pid}\\)\\.\n$`),
    )
    assert.equal((await json(`${first.url}/readyz`)).status, 'ready')
    await first.stop()
  })
  test('of five that start at once where a portal was killed, one runs', async () => {
    writeFileSync(join(folder.path, 'portal.pid'), '999999')
    const all = Array.from({ length: 5 }, () => run('server/main.ts', [], folder.path))
    const running = () => all.filter((entry) => entry.output.includes('Portal '))
    const ended = new Set<unknown>()
    for (const entry of all) void entry.exited.then(() => ended.add(entry))
    await until(
      'one runs and four are gone',
      async () => [running().length, ended.size],
      ([up, gone]) => up === 1 && gone === 4,
      30_000,
    )
    for (const entry of all) if (ended.has(entry)) assert.match(entry.errors, /^A portal is already running/)
    running()[0]?.child.kill('SIGTERM')
    await Promise.all(all.map((entry) => entry.exited))
    assert.equal(folder.postmaster(), undefined)
  })
  test('a lock file with the process id of another program does not stop a start', async () => {
    writeFileSync(join(folder.path, 'portal.pid'), String(process.pid))
    const portal = await startPortal(folder.path)
    await portal.stop()
  })
})

describe('R10 leaving', () => {
  const folder = dataFolder()
  /** A portal that one test started last, for the next test. */
  let left: Running | undefined
  after(() => folder.drop())

  /** A request whose last part is not sent yet. */
  const slowly = async (url: string) => {
    const { hostname, port } = new URL(url)
    const body = JSON.stringify({ email: 'slow@example.com' })
    const socket = net.connect(Number(port), hostname)
    let text = ''
    socket.on('data', (piece) => (text += piece.toString()))
    const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
    socket.on('error', () => {})
    await new Promise<void>((sent) =>
      socket.write(
        `POST /api/newsletter/ HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
        () => sent(),
      ),
    )
    return { finish: () => socket.write(body.slice(5)), closed }
  }
  const refusing = (url: string) =>
    until(
      'no new connection is taken',
      () =>
        fetch(`${url}/healthz`).then(
          () => false,
          () => true,
        ),
      (refused) => refused,
    )

  test('R10 a call under way is finished before the portal ends, and the database is stopped last', async () => {
    const portal = await startPortal(folder.path, { env: { DRAIN_SECONDS: '0.5' } })
    const slow = await slowly(portal.url)
    // When a later request is answered, the server has also read the head of the slow one.
    await fetch(`${portal.url}/healthz`)
    portal.child.kill('SIGTERM')
    // A load balancer sees the 503 while people still get answers. Connections close after each answer.
    const leaving = await until(
      'it says that it leaves',
      () => fetch(`${portal.url}/readyz`),
      ({ status }) => status === 503,
    )
    assert.equal(leaving.headers.get('connection'), 'close')
    assert.equal((await fetch(`${portal.url}/jobs`)).headers.get('connection'), 'close')
    await refusing(portal.url)
    assert.ok(folder.postmaster(), 'the database still runs')
    const finished = performance.now()
    slow.finish()
    assert.match(await slow.closed, /^HTTP\/1\.1 200 /)
    assert.equal(await portal.exited, 0)
    assert.ok(performance.now() - finished < 5_000, 'it does not wait for the connection to run out')
    assert.equal(folder.postmaster(), undefined)
    const again = (left = await startPortal(folder.path, { env: { DRAIN_SECONDS: '0.5' } }))
    await until(
      'the letter that was promised is there',
      async () => (await fetch(`${again.url}/dev/mail`)).text(),
      (page) => page.includes('slow@example.com'),
    )
  })
  test('R10 SIGHUP to a portal of one process, as `systemctl reload` sends it, cuts off no call either', async () => {
    const portal = left ?? (await startPortal(folder.path, { env: { DRAIN_SECONDS: '0.5' } }))
    const slow = await slowly(portal.url)
    await fetch(`${portal.url}/healthz`)
    portal.child.kill('SIGHUP')
    await until(
      'it says that it leaves',
      () => fetch(`${portal.url}/readyz`),
      ({ status }) => status === 503,
    )
    slow.finish()
    assert.match(await slow.closed, /^HTTP\/1\.1 200 /)
    assert.equal(await portal.exited, 0)
    assert.equal(folder.postmaster(), undefined)
  })
  test('R10 a connection that is only kept open does not delay the end, and two signals at once, as a terminal or a supervisor sends them to a whole process group, count as one', async () => {
    const portal = await startPortal(folder.path)
    const { hostname, port } = new URL(portal.url)
    const socket = net.connect(Number(port), hostname)
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
    await new Promise((onFirstByte) => socket.once('data', onFirstByte))
    const began = performance.now()
    portal.child.kill('SIGINT')
    assert.equal(await portal.stop(), 0)
    assert.ok(performance.now() - began < 5_000)
    assert.equal(folder.postmaster(), undefined)
    socket.destroy()
  })
  test('R10 a later second signal ends the portal at once; the next start still works', async () => {
    const portal = await startPortal(folder.path)
    const slow = await slowly(portal.url)
    await fetch(`${portal.url}/healthz`)
    portal.child.kill('SIGTERM')
    await refusing(portal.url)
    // An impatient operator sends signals until the program ends, long before the slow request times out.
    await until(
      'it is gone',
      async () => {
        portal.child.kill('SIGTERM')
        return portal.child.exitCode
      },
      (code) => code !== null,
    )
    assert.equal(await portal.exited, 1)
    await slow.closed
    const again = await startPortal(folder.path)
    assert.equal((await json(`${again.url}/api/jobs/list/?include_expired=1`)).count, 24)
    assert.equal(await again.stop(), 0)
  })
  test('R5 a database that hangs does not hold up the end of the portal', async (context) => {
    const database = await freshDatabase({ durable: true })
    const proxy = await databaseProxy(database.url.replace('@/', '@localhost/'))
    const other = dataFolder()
    context.after(() => proxy.close().then(other.drop).then(database.drop))
    const portal = await startPortal(other.path, { env: { DATABASE_URL: proxy.url } })
    // The portal must not have noticed yet that the database hangs.
    proxy.freeze()
    const began = performance.now()
    assert.equal(await portal.stop(), 0)
    const took = performance.now() - began
    // It takes longer when the background workers stop one after the other.
    assert.ok(took < 18_000, `${took} ms`)
  })
  test('R10 signals 50, 300 and 700 ms into a start: none of them stops the next start', async () => {
    // Each start begins on what the one before left, so none may say that it cannot start.
    for (const afterMs of [50, 300, 700]) {
      const starting = run('server/main.ts', [], folder.path)
      setTimeout(() => starting.child.kill('SIGTERM'), afterMs)
      const code = await starting.exited
      assert.ok(code === 0 || code === 'SIGTERM', `${afterMs} ms: ${code}`)
      assert.equal(starting.errors, '')
    }
    const portal = await startPortal(folder.path)
    assert.equal((await json(`${portal.url}/api/jobs/list/?include_expired=1`)).count, 24)
    assert.equal(await portal.stop(), 0)
    assert.equal(folder.postmaster(), undefined)
  })
})

test('R10 a folder of backups that hangs does not delay the end: the database is stopped', {
  skip: process.platform === 'win32' && 'there are no pipes in folders',
  timeout: 60_000,
}, async (context) => {
  const [folder, place] = [dataFolder(), backupPlace()]
  context.after(() => folder.drop().finally(place.drop))
  mkdirSync(place.to)
  // Opening a pipe to which nobody writes hangs, like a folder of a machine that is away.
  spawnSync('mkfifo', [join(place.to, 'installation')])
  const portal = await startPortal(folder.path, { env: place.env })
  portal.child.kill('SIGTERM')
  await until(
    'the database is stopped',
    async () => folder.postmaster(),
    (pid) => pid === undefined,
    30_000,
  )
})
