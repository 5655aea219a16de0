import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import Fastify from 'fastify'
import { listen } from '../../server/http/listen.ts'
import { freePort } from '../support/program.ts'

const onLinux = { skip: process.platform === 'linux' ? false : 'elsewhere a port has one listener' }

/**
 * How many turns of the event loop it takes to accept all connections that came while the process was busy.
 */
async function turnsFor(callers: number): Promise<number> {
  const app = Fastify()
  app.get('/', async () => 'here')
  let connected = 0
  app.server.on('connection', () => connected++)
  const { port } = new URL(await listen(app, { host: '127.0.0.1', port: 0 }))
  const come = `for (let at = 0; at < ${callers}; at++) require('node:net').connect(${port}, '127.0.0.1').on('error', () => {}); setTimeout(() => process.stdout.write('all'), 300)`
  const crowd = spawn(process.execPath, ['--eval', `${come}; process.stdin.resume()`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(crowd, 'spawn')
  // The callers connect while this process is busy.
  const busyUntil = performance.now() + 1_500
  while (performance.now() < busyUntil);
  let turns = 0
  for (; connected < callers && turns < 10_000; turns++) await new Promise(setImmediate)
  crowd.kill()
  await app.close()
  return turns
}

test(
  'R10 callers who come while the process is busy are accepted several at a turn, not one by one',
  onLinux,
  async () => {
    const turns = await turnsFor(200)
    assert.ok(turns <= 100, `${turns} turns`)
  },
)

test(
  'R10 a caller who comes while the portal starts is refused, or answered, but never cut off',
  onLinux,
  async () => {
    const port = await freePort()
    // Callers as a load balancer sends them. They come again and again until one is answered.
    const come = `
    const net = require('node:net')
    let cutOff = 0
    const call = () => {
      let [isConnected, isAnswered] = [false, false]
      const socket = net.connect(${port}, '127.0.0.1', () => {
        isConnected = true
        socket.write('GET / HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n')
      })
      socket.on('error', () => {}).on('data', () => (isAnswered = true)).on('close', () => {
        if (isConnected && !isAnswered) cutOff++
        if (isAnswered) process.stdout.write(String(cutOff), () => process.exit())
        else setImmediate(call)
      })
    }
    for (let caller = 0; caller < 4; caller++) call()
    setTimeout(() => process.stdout.write('they come'), 50)`
    const crowd = spawn(process.execPath, ['--eval', come], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(crowd.stdout, 'data')
    // The machine is busy: after each step that opens a listener, this process waits for a processor core.
    const waitForCore = () => {
      const until = performance.now() + 10
      while (performance.now() < until);
    }
    subscribe('tracing:net.server.listen:asyncEnd', waitForCore)
    const app = Fastify()
    app.get('/', async () => 'here')
    const counted = once(crowd.stdout, 'data')
    await listen(app, { host: '127.0.0.1', port })
    unsubscribe('tracing:net.server.listen:asyncEnd', waitForCore)
    assert.equal(String(await counted), '0')
    await app.close()
  },
)

test('a port that another program shares counts as taken', onLinux, async () => {
  const other = net.createServer()
  await once(other.listen({ host: '127.0.0.1', port: 0, reusePort: true }), 'listening')
  const { port } = other.address() as net.AddressInfo
  const app = Fastify()
  await assert.rejects(listen(app, { host: '127.0.0.1', port }), { code: 'EADDRINUSE' })
  other.close()
  await app.close()
})
