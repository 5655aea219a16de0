import { once } from 'node:events'
import net from 'node:net'

/**
 * A proxy between one machine and a port of another. While it is `cut`, nothing passes, and neither side gets
 * an error or the end of its connection. survives.test.ts cuts a portal off from the database with it.
 */
export async function networkLine(toPort: number) {
  const pairs = new Set<[net.Socket, net.Socket]>()
  let isCut = false
  const server = net.createServer((caller) => {
    const other = net.connect(toPort, '127.0.0.1')
    const pair: [net.Socket, net.Socket] = [caller, other]
    pairs.add(pair)
    for (const [from, into] of [pair, [other, caller]] as const) {
      from.on('error', () => {})
      from.on('close', () => {
        into.destroy()
        pairs.delete(pair)
      })
      from.pipe(into)
    }
    if (isCut) hold(pair)
  })
  const hold = (pair: [net.Socket, net.Socket]) => {
    for (const socket of pair) socket.unpipe().pause()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as net.AddressInfo).port,
    cut() {
      isCut = true
      for (const pair of pairs) hold(pair)
    },
    /** Ends held connections, as after a network partition: waiting data is lost, callers connect again. */
    mend() {
      isCut = false
      for (const pair of pairs) for (const socket of pair) socket.destroy()
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}
