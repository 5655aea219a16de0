import { once } from 'node:events'
import net from 'node:net'
import type { FastifyInstance } from 'fastify'
import { readWaitingRequests } from './drain.ts'

// How many new connections may wait. Node's 511 is too few for one second of many new callers. The system has
// its own limit, mostly 4,096. A caller who is not accepted tries again after 1, 3, 7 and 15 seconds.
const MAX_NOT_YET_ACCEPTED = 16_384
// With 32 listeners and ten times the calls that one core can answer, first answers took 0.6 s. With 8
// listeners they took 1.7 to 2 s.
const LISTENERS = 32
// Several listeners can share the connections of one port only on Linux.
const SHARES_PORTS = process.platform === 'linux'
const MAX_WAIT_FOR_QUIET_MS = 1_000
const QUIET_TURN_MS = 0.1
/** A program on this machine takes a connection at once. An address elsewhere may never answer. */
const MAX_WAIT_FOR_ANSWER_MS = 1_000

/** The additional listeners of a server. */
const listenersOf = new WeakMap<FastifyInstance, net.Server[]>()

/** Throws when another program listens at the port. Listeners that share it would not notice that. */
export async function assertFree(host: string, port: number): Promise<void> {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen({ host, port }, () => server.close(() => resolve())),
  )
}

/** Whether a program takes connections at the port. */
const isTaken = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({ host, port, timeout: MAX_WAIT_FOR_ANSWER_MS })
    const settle = (taken: boolean) => {
      socket.destroy()
      resolve(taken)
    }
    socket
      .once('connect', () => settle(true))
      .once('error', () => settle(false))
      .once('timeout', () => settle(false))
  })

/** Opens one more listener, which hands its connections to the server of the app. */
async function openListener({ server }: FastifyInstance, address: net.ListenOptions): Promise<net.Server> {
  const listener = net.createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    Object.assign(socket, { server })
    server.emit('connection', socket)
  })
  await once(listener.listen({ ...address, reusePort: true, backlog: MAX_NOT_YET_ACCEPTED }), 'listening')
  return listener
}

/**
 * Opens several listeners on one port. At each turn of its event loop, Node takes one new connection per
 * listener (libuv 1.45, pull request 3696). While many calls make turns long, new callers of a single
 * listener would wait for seconds. Resolves to the address. Only a worker process has the setting `worker`.
 */
export async function listen(
  app: FastifyInstance,
  { host, port, worker }: { host: string; port: number; worker?: unknown },
): Promise<string> {
  // The primary process owns the port of a worker process, so no connection is lost when a worker ends.
  if (worker !== undefined) return app.listen({ host, port, backlog: MAX_NOT_YET_ACCEPTED })
  // The check listens for a moment, and callers who come then are reset. So it runs only at a taken port.
  if (SHARES_PORTS && port !== 0 && (await isTaken(host, port))) await assertFree(host, port)
  const listeners: net.Server[] = []
  listenersOf.set(app, listeners)
  // The close of a listener completes when its last connection is answered.
  const closed: Promise<unknown>[] = []
  app.addHook('preClose', (done) => {
    for (const listener of listeners) closed.push(once(listener.close(), 'close'))
    done()
  })
  app.addHook('onClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 50)
    await Promise.all(closed)
    clearInterval(closing)
  })
  const address = await app.listen({
    host,
    port,
    backlog: MAX_NOT_YET_ACCEPTED,
    ...(SHARES_PORTS ? { reusePort: true } : {}),
  })
  const bound = app.server.address()
  if (SHARES_PORTS && bound !== null && typeof bound === 'object')
    for (let count = 1; count < LISTENERS; count++)
      listeners.push(await openListener(app, { host: bound.address, port: bound.port }))
  return address
}

/**
 * Stops a server from taking connections, after reading what callers have sent. When a listener closes, the
 * system resets the connections that wait there. So each listener closes just after a short turn of the event
 * loop that brought no connection (R10).
 */
export async function stopListening(app: FastifyInstance): Promise<void> {
  await readWaitingRequests()
  let connections = 0
  app.server.on('connection', () => connections++)
  const givesUpAtMs = performance.now() + MAX_WAIT_FOR_QUIET_MS
  for (const listener of [...(listenersOf.get(app) ?? []), app.server]) {
    let [connectionsBefore, startedMs] = [0, 0]
    do {
      ;[connectionsBefore, startedMs] = [connections, performance.now()]
      await new Promise(setImmediate)
    } while (
      (connections > connectionsBefore || performance.now() - startedMs > QUIET_TURN_MS) &&
      performance.now() < givesUpAtMs
    )
    listener.close()
  }
}
