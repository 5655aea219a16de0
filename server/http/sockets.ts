import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// Limits the number of open connections of a server.

/** When the server stops, a new connection may still send its first request for this long. */
const FIRST_REQUEST_MS = 1_000

/** A connection in the ring of idle ones. While it is being answered, it is a ring of its own. */
type RingEntry = {
  /** Undefined only for the entry at which the ring starts and ends. */
  socket: Socket | undefined
  /** How many of its requests are being answered. */
  calls: number
  /** True once a request has come. */
  hasCalled: boolean
  before: RingEntry
  after: RingEntry
}

declare module 'node:net' {
  interface Socket {
    /**
     * The connection's place in the ring of idle ones. Neither a Set nor a Map: when they grow, their old
     * tables stay in memory until a full garbage collection.
     */
    ringEntry?: RingEntry
  }
}

class AloneEntry implements RingEntry {
  socket: Socket | undefined
  calls = 0
  hasCalled = false
  before: RingEntry = this
  after: RingEntry = this
  constructor(socket: Socket | undefined) {
    this.socket = socket
  }
}

/**
 * Allows at most `maxSockets` connections. Above that, the connection idle for longest is closed: at rest
 * between two calls, or without a complete head. A connection being answered is left alone; when all are, the
 * new one is closed.
 */
export function capSockets(server: Server, maxSockets: number) {
  // After this entry comes the connection idle for longest, before it the one that just became idle.
  const ring = new AloneEntry(undefined)
  let openConnections = 0
  let beingAnswered = 0
  /** Connections whose first request has not come yet. */
  let silent = 0
  let newestConnectionAtMs = 0
  // Node also counts a connection as idle while a part of its reply is not sent, and before its first
  // request. It would cut that connection. So nothing is closed in these cases; `listen.ts` tries again and
  // again (R10).
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    const mayCallSoon = silent > 0 && performance.now() - newestConnectionAtMs < FIRST_REQUEST_MS
    if (beingAnswered === 0 && !mayCallSoon) closeIdle()
  }
  const leaveRing = (entry: RingEntry) => {
    entry.before.after = entry.after
    entry.after.before = entry.before
    entry.before = entry.after = entry
  }
  const joinRing = (entry: RingEntry) => {
    entry.before = ring.before
    entry.after = ring
    ring.before = ring.before.after = entry
  }
  server.on('connection', (socket: Socket) => {
    if (openConnections >= maxSockets) {
      const longestIdle = ring.after
      if (!longestIdle.socket) return void socket.destroy()
      leaveRing(longestIdle)
      longestIdle.socket.destroy()
    }
    openConnections++
    silent++
    newestConnectionAtMs = performance.now()
    const entry = new AloneEntry(socket)
    socket.ringEntry = entry
    joinRing(entry)
    socket.once('close', () => {
      leaveRing(entry)
      openConnections--
      if (!entry.hasCalled) silent--
    })
  })

  /** Call for each request: its connection counts as idle again when all its calls are answered. */
  return ({ socket }: IncomingMessage, response: ServerResponse) => {
    const entry = socket.ringEntry
    if (!entry) return
    leaveRing(entry)
    entry.calls++
    if (!entry.hasCalled) silent--
    entry.hasCalled = true
    beingAnswered++
    response.once('close', () => {
      entry.calls--
      beingAnswered--
      if (entry.calls === 0 && !socket.destroyed) joinRing(entry)
    })
  }
}
