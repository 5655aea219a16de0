import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** `head` is sent once, then `piece` for ever. Without a piece, the connection stays open and silent. */
type Endless = { head: string; piece: string }

/** Answers of HTTP without an end, whose body never begins. */
export const ENDLESS = {
  headers: { head: 'HTTP/1.1 200 OK\r\n', piece: 'x: y\r\n'.repeat(10_000) },
  'interim answers': { head: '', piece: 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_500) },
  'chunk extensions': {
    head: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;',
    piece: 'a'.repeat(65_536),
  },
  trailers: {
    head: 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n',
    piece: 'x: y\r\n'.repeat(10_000),
  },
} satisfies Record<string, Endless>

/** A server on a real port that gives one endless answer to each caller. */
export async function endlessPeer({ head, piece }: Endless) {
  const sockets = new Set<Socket>()
  let written = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    // The caller is expected to hang up in the middle.
    socket.on('error', () => {})
    const write = () => {
      if (piece === '') return
      do {
        written += piece.length
      } while (!socket.destroyed && socket.write(piece))
    }
    socket.once('data', () => {
      socket.write(head)
      socket.on('drain', write)
      write()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many bytes this server has tried to send. */
    written: () => written,
    close: () =>
      new Promise<void>((closed) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => closed())
      }),
  }
}
