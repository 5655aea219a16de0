import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Member, roster } from '../roster.ts'
import { rawRefusal } from './raw-refusal.ts'
import { refuse } from './refuse.ts'

/** How slow a caller may be before the connection is closed (T18). */
export const TRANSFER_LIMITS = {
  /** The most time for the head of a request, from its first byte. */
  headMs: 15_000,
  /** The time for a body of any size. After that each second must have brought `bytesPerSecond`. */
  graceMs: 30_000,
  bytesPerSecond: 4_096,
  /** The most time in which a caller reads nothing of a reply, or connects and sends nothing. */
  stallMs: 60_000,
}
export type TransferLimits = typeof TRANSFER_LIMITS

/** True for a call that announces a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined

const LINGER_MS = 1_000
const TOO_SLOW = refuse('too_slow')

/** A request whose body is arriving. `bytesBefore`: what the connection had received before this body. */
type Arriving = Member & {
  request: IncomingMessage
  response: ServerResponse
  sinceMs: number
  bytesBefore: number
}

/**
 * Watches the bodies that arrive at `server` and closes those that are too slow. A body has `graceMs`, and
 * then needs a minimum transfer rate. A fixed time would shut out a caller who sends five megabytes over a
 * poor link. Bytes sent quickly count for later, so a link may be silent for a while.
 */
export function enforceMinimumRate(
  server: Server,
  { graceMs, bytesPerSecond }: TransferLimits = TRANSFER_LIMITS,
) {
  const arriving = roster<Arriving>()
  const checkRates = () => {
    const nowMs = performance.now()
    for (const arrival of arriving.all()) {
      const { socket } = arrival.request
      const receivedBytes = socket.bytesRead - arrival.bytesBefore
      const allowedMs = graceMs + (receivedBytes / bytesPerSecond) * 1_000
      if (nowMs - arrival.sinceMs > allowedMs) close(arrival)
    }
  }
  const close = (arrival: Arriving) => {
    arriving.remove(arrival)
    const { socket } = arrival.request
    if (arrival.response.headersSent) return socket.destroySoon()
    // Closing with unread bytes resets the connection, and the reply is lost. So a caller who is still
    // sending gets a moment to read it.
    arrival.request.pause()
    socket.end(rawRefusal(TOO_SLOW, arrival.request.requestId))
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
  // Every second; more often only for the short `graceMs` of a test.
  const timer = setInterval(checkRates, Math.min(1_000, graceMs / 4)).unref()
  server.once('close', () => clearInterval(timer))

  return (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const arrival: Arriving = {
      request,
      response,
      sinceMs: performance.now(),
      bytesBefore: request.socket.bytesRead,
    }
    arriving.add(arrival)
    request.once('close', () => arriving.remove(arrival))
    request.once('end', () => arriving.remove(arrival))
  }
}
