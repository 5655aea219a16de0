import http from 'node:http'
import type net from 'node:net'

/** What has passed: bytes with headers, as on the wire before encryption. */
export type Passed = { down: number; up: number; requests: number }

/** A proxy before a portal on 127.0.0.1 that counts what passes, by the path of each request too. */
export async function countingProxy(port: number) {
  const agent = new http.Agent({ keepAlive: true })
  const sockets = new Set<net.Socket>()
  const paths: string[] = []
  const server = http.createServer((request, response) => {
    const place = paths.push(`${request.method} ${request.url}`) - 1
    const { method, url: path, headers } = request
    const passed = http.request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      // The headers of the portal alone.
      response.removeHeader('connection')
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      let bytes = 0
      answer
        .on('data', ({ length }: Buffer) => (bytes += length))
        .on('end', () => {
          paths[place] += `, ${bytes} bytes`
        })
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
      requests: paths.length,
    }),
    paths,
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
