import net from 'node:net'

/**
 * A client that sends raw bytes and collects the response. The promise `ended` gives the response once the
 * connection is closed.
 */
export function caller(origin: string, ...pieces: (string | Buffer)[]) {
  const { hostname, port } = new URL(origin)
  const socket = net.connect(Number(port), hostname)
  let received = ''
  socket.on('data', (piece: Buffer) => (received += piece.toString('latin1')))
  socket.on('error', () => {})
  for (const piece of pieces) socket.write(piece)
  return {
    socket,
    host: `${hostname}:${port}`,
    received: () => received,
    ended: new Promise<string>((resolve) => socket.on('close', () => resolve(received))),
    connected: new Promise<void>((resolve) => socket.once('connect', () => resolve())),
  }
}
export type Caller = ReturnType<typeof caller>

/** Sends `text` one character every `everyMs`, until all is sent or the connection is closed. */
export function dribble({ socket }: Caller, text: string, everyMs: number) {
  let index = 0
  const timer = setInterval(() => {
    if (index >= text.length || socket.destroyed) clearInterval(timer)
    else socket.write(text[index++] ?? '')
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
}
