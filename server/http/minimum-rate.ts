import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Member, roster } from '../roster.ts'
import { rawRefusal } from './raw-refusal.ts'
import { refuse } from './refuse.ts'

/** How slow a caller may be before the connection is closed (T18). */
export const TRANSFER_LIMITS = {
  /** The longest time that the head of a request may take, from its first byte. */
  headMs: 15_000,
  /** A body of any size may take this long. After that it needs `bytesPerSecond` on average. */
  graceMs: 30_000,
  bytesPerSecond: 4_096,
  /** The longest time that a caller may read nothing of a reply, or stay connected without sending. */
  stallMs: 60_000,
}
export type TransferLimits = typeof TRANSFER_LIMITS

/** True for a call whose headers say that a body follows. */
export const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined

const LINGER_MS = 1_000
const TOO_SLOW = refuse('too_slow')

/**
 * A request whose body is arriving. `bytesBefore` are the bytes received on its connection before this body.
 */
type IncomingBody = Member & {
  request: IncomingMessage
  response: ServerResponse
  sinceMs: number
  bytesBefore: number
}

/**
 * Closes connections of `server` whose request bodies arrive too slowly. A body has `graceMs`; after that it
 * needs a minimum average rate. A fixed time limit would shut out a caller who sends five megabytes over a
 * poor link. Bytes sent quickly earn time, so the link may then be silent for a while.
 */
export function enforceMinimumRate(
  server: Server,
  { graceMs, bytesPerSecond }: TransferLimits = TRANSFER_LIMITS,
) {
  const bodies = roster<IncomingBody>()
  const checkRates = () => {
    const nowMs = performance.now()
    for (const body of bodies.all()) {
      const { socket } = body.request
      const receivedBytes = socket.bytesRead - body.bytesBefore
      const allowedMs = graceMs + (receivedBytes / bytesPerSecond) * 1_000
      if (nowMs - body.sinceMs > allowedMs) close(body)
    }
  }
  const close = (body: IncomingBody) => {
    bodies.remove(body)
    const { socket } = body.request
    if (body.response.headersSent) return socket.destroySoon()
    // If we closed a connection with unread bytes, the system would reset it and the refusal would be lost.
    // So a caller who is still sending gets a moment to read the refusal.
    body.request.pause()
    socket.end(rawRefusal(TOO_SLOW, body.request.requestId))
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
  // Rates are checked every second, and more often only when a test sets a short `graceMs`.
  const timer = setInterval(checkRates, Math.min(1_000, graceMs / 4)).unref()
  server.once('close', () => clearInterval(timer))

  return (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const body: IncomingBody = {
      request,
      response,
      sinceMs: performance.now(),
      bytesBefore: request.socket.bytesRead,
    }
    bodies.add(body)
    request.once('close', () => bodies.remove(body))
    request.once('end', () => bodies.remove(body))
  }
}
