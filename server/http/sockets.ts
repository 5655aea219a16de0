import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// Limits the number of open connections of a server.

/** When the server stops, it waits this long for the first request on a new connection. */
const FIRST_REQUEST_MS = 1_000

/** A connection in the ring (a linked list) of idle ones. During an answer it is linked only to itself. */
type RingEntry = {
  /** Undefined only for the entry at which the ring starts and ends. */
  socket: Socket | undefined
  /** How many requests of this connection are being answered. */
  calls: number
  /** True once a request has arrived on this connection. */
  hasCalled: boolean
  before: RingEntry
  after: RingEntry
}

declare module 'node:net' {
  interface Socket {
    /**
     * The connection's entry in the ring of idle ones. We use no Set and no Map: their old tables, from
     * before they grew, stay in memory until a full garbage collection.
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
 * Allows at most `maxSockets` connections. For one more, it closes the connection that is idle for longest:
 * between two calls, or without a complete head. A connection being answered is never closed. When all are
 * being answered, the new one is closed.
 * Long: its listeners share the ring of idle connections and the counts of all.
 */
export function capSockets(server: Server, maxSockets: number) {
  // The ring's start: the connection idle for longest follows it, the one that just became idle precedes it.
  const ring = new AloneEntry(undefined)
  let openConnections = 0
  let beingAnswered = 0
  /** The number of connections on which no request has arrived yet. */
  let silent = 0
  let newestConnectionAtMs = 0
  // For Node, a connection is also idle while a part of a reply is unsent, or before the first request. Node
  // would cut such a connection. So nothing is closed while there are any; `listen.ts` tries again until it
  // succeeds (R10).
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
    ring.before.after = entry
    ring.before = entry
  }
  server.on('connection', (socket: Socket) => {
    if (openConnections >= maxSockets) {
      const longestIdle = ring.after
      // An empty ring leads back to its start, which has no socket: all connections are being answered.
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

  /** Must be called for each request. Its connection is idle again when all its requests are answered. */
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
