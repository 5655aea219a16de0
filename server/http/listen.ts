import { once } from 'node:events'
import net from 'node:net'
import type { FastifyInstance } from 'fastify'

// The system has a limit of its own, mostly 4,096. With Node's 511 a second of many new callers is too much, and whoever is not let in
// then tries again after 1, 3, 7 and 15 seconds.
const NOT_YET_ACCEPTED = 16_384
const DOORS = 32
// Only there do several listeners share what comes to one port.
const SHARES_PORTS = process.platform === 'linux'

/** Listeners share a port also with those of another program: that is to be refused, as where they do not. */
async function assertFree(host: string, port: number): Promise<void> {
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ host, port }, () => server.close(() => resolve())))
}

async function openDoor({ server }: FastifyInstance, at: net.ListenOptions): Promise<net.Server> {
  const door = net.createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    Object.assign(socket, { server })
    server.emit('connection', socket)
  })
  await once(door.listen({ ...at, reusePort: true, backlog: NOT_YET_ACCEPTED }), 'listening')
  return door
}

/**
 * Listens at several doors of one port. Of each door Node takes one new connection at a turn of its loop (libuv 1.45, pull request 3696): while
 * many calls make its turns long, new callers would wait for seconds behind those that are connected. Answers the address.
 */
export async function listen(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<string> {
  if (SHARES_PORTS && port !== 0) await assertFree(host, port)
  const doors: net.Server[] = []
  // Closed at once, and gone when the last who came through it is answered.
  const closed: Promise<unknown>[] = []
  app.addHook('preClose', (done) => {
    for (const door of doors) closed.push(once(door.close(), 'close'))
    done()
  })
  app.addHook('onClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 50)
    await Promise.all(closed)
    clearInterval(closing)
  })
  const address = await app.listen({ host, port, backlog: NOT_YET_ACCEPTED, ...(SHARES_PORTS ? { reusePort: true } : {}) })
  const its = app.server.address()
  if (SHARES_PORTS && its !== null && typeof its === 'object')
    for (let more = 1; more < DOORS; more++) doors.push(await openDoor(app, { host: its.address, port: its.port }))
  return address
}
