import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { metricsPort, refuseMetricsPort } from '../http/metrics-ports.ts'

const MAX_CONNECTIONS = 16
/** A caller must send its whole request within this time. */
const SEND_MS = 5_000

/** During a reload, a new worker process shares the port with the earlier one. Only Linux allows that. */
const SHARED = process.platform === 'linux' ? { reusePort: true } : { exclusive: true }

type Databases = { db: Db; background: Db; bulk: Db }

/**
 * Serves `GET /metrics` on a separate port, if `METRICS_PORT` is set. Otherwise nothing is loaded and nothing
 * counted. Call it before the app is built: it sets `deps.metrics` and counts the lines of the log.
 */
export async function serveMetrics(
  deps: Deps,
  { db, background, bulk }: Databases,
  isClockOff: () => boolean,
) {
  const { metrics: address } = deps.config
  if (!address) return { url: undefined, close: async () => {} }
  const { createMetrics } = await import('./metrics.ts')
  const pools = { calls: db, background, bulk }
  const metrics = createMetrics(deps, { pools, db: background, isClockOff })
  const server = createServer({ headersTimeout: SEND_MS, requestTimeout: SEND_MS }, (request, response) => {
    // A body is read and dropped, so that the connection can be used again.
    request.resume()
    const isScrape = request.method === 'GET' && /^\/metrics(?:\?|$)/.test(request.url ?? '')
    if (!isScrape) return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  const port = metricsPort(address.port, deps.config.worker?.number ?? 1)
  server.listen({ ...address, port, ...(deps.config.worker ? SHARED : { exclusive: true }) })
  await once(server, 'listening').catch(refuseMetricsPort)
  deps.metrics = metrics.recorders
  deps.log = metrics.log
  const bound = server.address()
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
  // In a URL, an IPv6 address is in brackets.
  const hostInUrl = address.host.includes(':') ? `[${address.host}]` : address.host
  const url = `http://${hostInUrl}:${boundPort}/metrics`
  deps.log('info', 'metrics.served', { address: url })
  return {
    url,
    async close() {
      metrics.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
