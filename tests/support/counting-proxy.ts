import http from 'node:http'
import type net from 'node:net'

/** The traffic through the proxy: bytes with headers, as on the wire before encryption. */
export type Passed = { down: number; up: number; requests: number }

/** A request that passed through the proxy, and the number of bytes of its answer's body. */
export type PassedRequest = { method: string; path: string; bytes: number }

/** A proxy before a portal on 127.0.0.1 that counts the traffic, in total and by the path of each request. */
export async function countingProxy(port: number) {
  const agent = new http.Agent({ keepAlive: true })
  const sockets = new Set<net.Socket>()
  const passedRequests: PassedRequest[] = []
  const server = http.createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    const counted = { method, path, bytes: 0 }
    passedRequests.push(counted)
    const passed = http.request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      // Only the headers that the portal itself sets.
      response.removeHeader('connection')
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.on('data', ({ length }: Buffer) => (counted.bytes += length))
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  server.on('connection', (socket: net.Socket) => void sockets.add(socket))
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const { port: ownPort } = server.address() as net.AddressInfo
  const sumOf = (bytesOf: (socket: net.Socket) => number) =>
    [...sockets].reduce((sum, socket) => sum + bytesOf(socket), 0)
  return {
    url: `http://127.0.0.1:${ownPort}`,
    passed: (): Passed => ({
      down: sumOf(({ bytesWritten }) => bytesWritten),
      up: sumOf(({ bytesRead }) => bytesRead),
      requests: passedRequests.length,
    }),
    passedRequests,
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
