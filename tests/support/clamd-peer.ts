import { createServer, type Server, type Socket } from 'node:net'
import { EICAR } from './sample-files.ts'

type Manner = 'right' | 'error' | 'garbage' | 'silent' | 'hangs up' | 'endless'

/**
 * A stand-in for the virus scanner clamd. It speaks clamd's INSTREAM over a real socket and knows one
 * signature. Each piece of a file follows its length in four bytes; length 0 ends the file. A test can make
 * it misbehave.
 */
export async function clamdPeer(port = 0) {
  const peer = {
    manner: 'right' as Manner,
    /** Replaces the scanner's answer to the next files. */
    answer: undefined as string | undefined,
    scanned: [] as Buffer[],
    url: '',
    stop: async () => {},
  }
  const open = new Set<Socket>()
  const reply = (socket: Socket, bytes: Buffer) => {
    peer.scanned.push(bytes)
    if (peer.manner === 'silent') return
    if (peer.manner === 'hangs up') return void socket.destroy()
    if (peer.manner === 'error') return void socket.end('INSTREAM size limit exceeded. ERROR\0')
    if (peer.manner === 'garbage') return void socket.end('stream: perhaps\0')
    if (peer.manner === 'endless') return void socket.write('x'.repeat(100_000))
    socket.end(`stream: ${peer.answer ?? (bytes.includes(EICAR) ? 'Eicar-Test-Signature FOUND' : 'OK')}\0`)
  }
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    let received = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece])
      if (received.equals(Buffer.from('zPING\0'))) return peer.manner === 'right' && socket.end('PONG\0')
      const start = 'zINSTREAM\0'.length
      const pieces: Buffer[] = []
      for (let index = start; index + 4 <= received.length; ) {
        const length = received.readUInt32BE(index)
        if (length === 0) return reply(socket, Buffer.concat(pieces))
        pieces.push(received.subarray(index + 4, index + 4 + length))
        index += 4 + length
      }
    })
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const address = server.address()
  peer.url = `tcp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  peer.stop = () =>
    new Promise<void>((stopped) => {
      for (const socket of open) socket.destroy()
      server.close(() => stopped())
    })
  return peer
}
