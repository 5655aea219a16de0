import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Member, roster } from '../roster.ts'
import { rawRefusal } from './raw-refusal.ts'
import { refuse } from './refuse.ts'

/** How slow a caller may be before the connection is closed (T18). */
export const TRANSFER_LIMITS = {
  /** For the head of a request, from its first byte. */
  headMs: 15_000,
  /** For a body of any size; beyond it each second must have brought `bytesPerSecond`. */
  graceMs: 30_000,
  bytesPerSecond: 4_096,
  /** For a caller who takes nothing of an answer, and one who connects and says nothing. */
  stallMs: 60_000,
}
export type TransferLimits = typeof TRANSFER_LIMITS

/** True for a call that announces a body. */
export const hasBody = ({ headers }: IncomingMessage) => Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined

const LINGER_MS = 1_000
const TOO_SLOW = rawRefusal(refuse('too_slow'))

type Arriving = Member & { request: IncomingMessage; response: ServerResponse; since: number; read: number }

/**
 * Watches the bodies that arrive at `server` and closes those that come too slowly: 30 seconds, and then a rate. A time
 * that is fixed would shut out whoever sends five megabytes over a poor line; a body of a few bytes a second ends just
 * after the grace. What was sent quickly counts for later, so that a line may fall silent for a while.
 */
export function enforceMinimumRate(server: Server, { graceMs, bytesPerSecond }: TransferLimits = TRANSFER_LIMITS) {
  const arriving = roster<Arriving>()
  const look = () => {
    const now = performance.now()
    for (const one of arriving.all()) {
      const { socket } = one.request
      const allowed = graceMs + ((socket.bytesRead - one.read) / bytesPerSecond) * 1_000
      if (now - one.since > allowed) close(one)
    }
  }
  const close = (one: Arriving) => {
    arriving.remove(one)
    const { socket } = one.request
    if (one.response.headersSent) return socket.destroySoon()
    // Closed with bytes unread, a connection is reset, and the answer with it: whoever is still sending has a moment to hear it.
    one.request.pause()
    socket.end(TOO_SLOW)
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  }
  const timer = setInterval(look, Math.min(1_000, graceMs / 4)).unref()
  server.once('close', () => clearInterval(timer))

  return (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const one: Arriving = { request, response, since: performance.now(), read: request.socket.bytesRead }
    arriving.add(one)
    request.once('close', () => arriving.remove(one))
    request.once('end', () => arriving.remove(one))
  }
}
