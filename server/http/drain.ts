import type { Server, ServerResponse } from 'node:http'

// How a server closes connections before it stops, without losing a request.

/** The servers that are about to stop and close their connections. */
const draining = new WeakSet<Server>()

/**
 * From now on each reply of this server closes its connection. So no caller sends a request on a connection
 * that the server closes when it stops a moment later (R10).
 */
export const closeAfterReplies = (server: Server): void => void draining.add(server)

/**
 * Reads the requests that callers have sent so far. A connection whose request is not read yet looks idle. On
 * a busy machine, such requests may have waited longer than the pause before the stop.
 */
export async function readWaitingRequests(): Promise<void> {
  // Between two calls of `setImmediate`, Node reads new input of its connections.
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
}

/** If the server is about to stop, the reply says that its connection closes. Returns whether it says so. */
export function closesConnection(server: Server, response: ServerResponse): boolean {
  if (!draining.has(server)) return false
  response.setHeader('connection', 'close')
  return true
}
