import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection in the ring of idle ones; while it is being answered, in a ring of its own. */
type RingEntry = { socket: Socket | undefined; calls: number; before: RingEntry; after: RingEntry }

declare module 'node:net' {
  interface Socket {
    /** A property, and a ring: tables that a Set or a Map outgrew stay in memory until a full collection. */
    ringEntry?: RingEntry
  }
}

class AloneEntry implements RingEntry {
  socket: Socket | undefined
  calls = 0
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
  let open = 0
  let beingAnswered = 0
  // Node counts a connection as idle once its reply is written, also while a part of it is not sent yet, and
  // would cut it. While anyone is being answered, idle ones wait: who closes them asks again and again (R10).
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if (beingAnswered === 0) closeIdle()
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
    if (open >= maxSockets) {
      const longestIdle = ring.after
      if (!longestIdle.socket) return void socket.destroy()
      leaveRing(longestIdle)
      longestIdle.socket.destroy()
    }
    open++
    const entry = new AloneEntry(socket)
    socket.ringEntry = entry
    joinRing(entry)
    socket.once('close', () => {
      leaveRing(entry)
      open--
    })
  })

  /** Call for each request: its connection counts as idle again when all its calls are answered. */
  return ({ socket }: IncomingMessage, response: ServerResponse) => {
    const entry = socket.ringEntry
    if (!entry) return
    leaveRing(entry)
    entry.calls++
    beingAnswered++
    response.once('close', () => {
      entry.calls--
      beingAnswered--
      if (entry.calls === 0 && !socket.destroyed) joinRing(entry)
    })
  }
}
