import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { TRANSFER_LIMITS } from '../../server/http/minimum-rate.ts'
import { capSockets } from '../../server/http/sockets.ts'
import { type Caller, caller, dribble } from '../support/dribble.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// Callers who send or read very slowly must not make others wait.

// Shorter time limits for slow callers than the portal really has. The first test shows the real limits.
const patience = { headMs: 400, graceMs: 600, bytesPerSecond: 1_024, stallMs: 1_200 }
const DRIBBLERS = 1_000

let portal: Portal
before(async () => {
  portal = await openPortal({ sheds: true, app: { patience } })
  await postJobs(portal, {})
})
after(() => portal.close())

/** The head of a call that announces a body of this length. */
const head = (length: number, path = '/api/newsletter/') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
/** Waits until the portal has closed all these connections. */
const closed = async (callers: Caller[], withinMs: number) => {
  let open = callers.length
  for (const entry of callers) void entry.ended.then(() => open--)
  await until(
    'all of them are closed',
    async () => open,
    (left) => left === 0,
    withinMs,
  )
}
/** Reads and writes like an honest person, call after call. Returns the time of the slowest call. */
async function honest(times: number, callee = portal) {
  let slowest = 0
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now()
    const [list, write] = await Promise.all([
      callee.visitor().get('/api/jobs/list/'),
      callee
        .visitor()
        .post('/api/newsletter/', { email: `honest${time}@example.com` }, { ip: `10.1.${time}.1` }),
    ])
    assert.deepEqual([list.status, write.status], [200, 200])
    slowest = Math.max(slowest, performance.now() - startedAt)
  }
  return slowest
}

test('T18 the real limits: 15 seconds for a head; 30 for a body, then 4 KiB a second; a minute for a caller who reads nothing', () => {
  assert.deepEqual(TRANSFER_LIMITS, {
    headMs: 15_000,
    graceMs: 30_000,
    bytesPerSecond: 4_096,
    stallMs: 60_000,
  })
})

describe('T18 a slow sender delays no one', () => {
  test(`T18 ${DRIBBLERS} callers who send their heads slowly are closed, and honest people wait for none of them`, {
    timeout: 30_000,
  }, async () => {
    const callers = Array.from({ length: DRIBBLERS }, () =>
      caller(portal.url, 'GET /api/jobs/list/ HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    )
    for (const entry of callers) dribble(entry, 'a'.repeat(10_000), 150)
    await Promise.all(callers.map(({ connected }) => connected))
    assert.ok((await honest(20)) < 1_000)
    await closed(callers, 15_000)
    for (const entry of callers)
      assert.match(await entry.ended, /^(?:HTTP\/1\.1 408 [^]*"code":"too_slow"|$)/)
  })
  test(`T18 ${DRIBBLERS} callers who send their bodies slowly are closed, and honest people wait for none of them`, {
    timeout: 30_000,
  }, async (context) => {
    // Bodies have a longer time here. If each arriving body had a reserved place, others would wait.
    const apart = await openPortal({ app: { patience: { ...patience, graceMs: 4_000 } } })
    context.after(() => apart.close())
    const callers = Array.from({ length: DRIBBLERS }, () => caller(apart.url, `${head(9_000)}{"email":"`))
    // These bodies arrive more slowly than the heads above. Callers and portal share one process, which must
    // not be busy with sending.
    for (const entry of callers) dribble(entry, 'a'.repeat(9_000), 400)
    await Promise.all(callers.map(({ connected }) => connected))
    assert.ok((await honest(20, apart)) < 1_000)
    await closed(callers, 15_000)
    for (const entry of callers) assert.match(await entry.ended, /^HTTP\/1\.1 408 [^]*"code":"too_slow"/)
  })
  test('T18 chunks of a body without an end are closed too', { timeout: 30_000 }, async () => {
    const client = caller(
      portal.url,
      'POST /api/newsletter/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    dribble(client, '1\r\na\r\n'.repeat(2_000), 20)
    await closed([client], 10_000)
    assert.match(await client.ended, /^HTTP\/1\.1 408 /)
  })
  test('T18 a slow body to an unknown address does not keep its connection open longer', {
    timeout: 30_000,
  }, async () => {
    const callers = ['/nothing', '/api/nothing/'].map((path) => caller(portal.url, head(9_000, path)))
    for (const entry of callers) dribble(entry, 'a'.repeat(9_000), 50)
    await closed(callers, 10_000)
  })
  test('T18 a caller who connects and sends nothing is closed', { timeout: 30_000 }, async () => {
    await closed([caller(portal.url), caller(portal.url)], 10_000)
  })
  test('T18 a slow connection that keeps the minimum rate is read to the end, long after its time of grace', {
    timeout: 30_000,
  }, async () => {
    const body = JSON.stringify({ email: 'poor.line@example.com', unread: 'x'.repeat(15_000) })
    const client = caller(portal.url, head(body.length))
    const startedAt = performance.now()
    for (let index = 0; index < body.length; index += 500) {
      client.socket.write(body.slice(index, index + 500))
      await new Promise((next) => setTimeout(next, 80))
    }
    await until(
      'it is answered',
      async () => client.received(),
      (text) => text.includes('\r\n\r\n'),
    )
    assert.ok(performance.now() - startedAt > 3 * patience.graceMs)
    assert.match(client.received(), /^HTTP\/1\.1 200 /)
    client.socket.destroy()
  })
})

describe('more connections than there may be', () => {
  /** How many connections may be open at the same time (MAX_SOCKETS). */
  const CAP = 64
  const ask = (entry: Caller) => {
    entry.socket.write('GET /api/csrf/ HTTP/1.1\r\nHost: x\r\n\r\n')
    return until(
      'it is answered',
      async () => entry.received(),
      (text) => /\r\n\r\n\{/.test(text),
    )
  }
  const isOpen = ({ socket }: Caller) => !socket.destroyed && socket.readyState === 'open'
  test('closed connections are not kept in memory', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const server = Object.assign(new EventEmitter(), { closeIdleConnections() {} })
    capSockets(server as unknown as Server, CAP)
    const open: EventEmitter[] = []
    const come = (count: number) => {
      for (let index = 0; index < count; index++) {
        // Each connection takes much memory, so the heap shows whether closed ones are still held.
        const socket = Object.assign(new EventEmitter(), {
          carries: Array.from({ length: 100 }, () => index),
        })
        server.emit('connection', socket)
        open.push(socket)
        if (open.length === CAP / 2) open.shift()?.emit('close')
      }
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = come(1_000)
    const grew = come(20_000) - before
    assert.ok(grew < 2_000_000, `${grew} bytes`)
  })
  test('connections without a call are closed, the one that rests longest first; a call in progress stays, and a new caller is answered', {
    timeout: 30_000,
  }, async (context) => {
    const apart = await openPortal({ config: { MAX_SOCKETS: String(CAP) } })
    context.after(() => apart.close())
    const served = caller(apart.url, `${head(9_000)}{"email":"`)
    const rested = caller(apart.url)
    await ask(rested)
    const silent = Array.from({ length: 3 * CAP }, () => caller(apart.url))
    await Promise.all(silent.map(({ connected }) => connected))
    const late = caller(apart.url)
    await ask(late)
    assert.match(late.received(), /^HTTP\/1\.1 200 /)
    await until(
      'all but as many as there may be are closed',
      async () => [served, rested, late, ...silent].filter(isOpen).length,
      (open) => open === CAP,
    )
    assert.deepEqual([isOpen(served), isOpen(rested), isOpen(late)], [true, false, true])
    // Still open are `served`, `late` and the youngest of the silent connections.
    assert.deepEqual(
      silent.map(isOpen),
      silent.map((_, index) => index >= silent.length - (CAP - 2)),
    )
    for (const entry of [served, late, ...silent]) entry.socket.destroy()
  })
  test('while all connections have a call in progress, newcomers are closed; calls that are too slow make room', {
    timeout: 30_000,
  }, async (context) => {
    const apart = await openPortal({
      config: { MAX_SOCKETS: String(CAP) },
      app: { patience: { ...patience, graceMs: 2_000 } },
    })
    context.after(() => apart.close())
    const slow = Array.from({ length: CAP }, () => caller(apart.url, `${head(9_000)}{"email":"`))
    await Promise.all(slow.map(({ connected }) => connected))
    const connections = () =>
      new Promise<number>((tell) => apart.server.getConnections((_error, count) => tell(count)))
    await until('all are there', connections, (count) => count === CAP)
    assert.equal(await caller(apart.url).ended, '')
    await closed(slow, 15_000)
    const next = caller(apart.url)
    await ask(next)
    next.socket.destroy()
  })
})

test('A5 bytes that are no request, and a head without end, are refused with the usual error body', async () => {
  const noise = caller(portal.url, 'Good day\r\n\r\n')
  assert.match(
    await noise.ended,
    /^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\n\r\n\{"code":"unparseable","message":/,
  )
  const long = caller(portal.url, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`)
  assert.match(await long.ended, /^HTTP\/1\.1 413 [^]*\r\n\r\n\{"code":"too_large","message":/)
})

test('T18 a caller who asks for much and reads nothing of it is closed', {
  timeout: 40_000,
}, async (context) => {
  // This portal does not shed calls. Its short refusals would all fit into the buffers on the way.
  const apart = await openPortal({ app: { patience } })
  context.after(() => apart.close())
  const client = caller(apart.url)
  // The caller asks for more answers than its buffers hold, and reads none of them.
  client.socket.pause().write('GET /api/wards/ HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(400))
  const connections = () =>
    new Promise<number>((tell) => apart.server.getConnections((_error, count) => tell(count)))
  await until('it is heard', connections, (count) => count === 1)
  await until('it is closed', connections, (count) => count === 0, 30_000)
  client.socket.destroy()
})

test('none of it was logged as an error', () => {
  assert.deepEqual(
    portal.log.filter(({ level }) => level === 'error'),
    [],
  )
})
