import type { Server, ServerResponse } from 'node:http'

// How a server closes connections before it stops, without losing a request.

/** The servers that are about to stop. */
const draining = new WeakSet<Server>()

/**
 * From now on each reply of this server closes its connection. So no caller sends a request on a connection
 * that the server closes when it stops a moment later (R10).
 */
export const closeAfterReplies = (server: Server): void => void draining.add(server)

/**
 * Reads what callers have sent by now, because a connection whose request is not read yet looks idle. On a
 * busy machine, requests may have waited for longer than the pause before the stop.
 */
export async function readWaitingRequests(): Promise<void> {
  // The system is asked for input between two of these.
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
}

/** Says in the reply that its connection closes, if the server is about to stop. Returns whether it does. */
export function closesConnection(server: Server, response: ServerResponse): boolean {
  if (!draining.has(server)) return false
  response.setHeader('connection', 'close')
  return true
}
