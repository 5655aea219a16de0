import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * At most `most` connections. When there are more, the one that was idle the longest is closed: at rest between two calls, or not yet
 * through with a head. One that is being answered is left alone; when all are, whoever comes is closed.
 */
export function capSockets(server: Server, most: number) {
  const idle = new Set<Socket>()
  const calls = new Map<Socket, number>()
  // Looked for anew each time: an iterator that is kept keeps every table that the set has outgrown, with all who stood in it.
  const idlest = (): Socket | undefined => idle.values().next().value
  server.on('connection', (socket) => {
    if (idle.size + calls.size >= most) {
      const closing = idlest()
      if (!closing) return void socket.destroy()
      idle.delete(closing)
      closing.destroy()
    }
    idle.add(socket)
    socket.once('close', () => {
      idle.delete(socket)
      calls.delete(socket)
    })
  })

  return ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket)
    calls.set(socket, (calls.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (calls.get(socket) ?? 1) - 1
      if (left > 0) return void calls.set(socket, left)
      calls.delete(socket)
      if (!socket.destroyed) idle.add(socket)
    })
  }
}
