import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Config, ConfigError } from '../config.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { codeOf } from '../error-fields.ts'
import { assertFree } from '../http/listen.ts'

const MAX_CONNECTIONS = 16
const HEAD_MS = 5_000

/** During a reload, a new worker process shares the port with the earlier one. Only Linux allows that here. */
const SHARED = process.platform === 'linux' ? { reusePort: true } : { exclusive: true }

/**
 * Each worker process serves its own counts on its own port. The ports start at METRICS_PORT, and with 0 the
 * system chooses one.
 */
const portOf = ({ port }: { port: number }, workerNumber: number) =>
  port === 0 ? 0 : port + workerNumber - 1

const refuse = (error: unknown) => {
  throw new ConfigError(`METRICS_HOST and METRICS_PORT cannot be used (${codeOf(error)}).`)
}

/**
 * Checks that no other program uses the ports for metrics. Worker processes, which share them, would not notice.
 * @throws ConfigError when one of them is in use.
 */
export async function assertMetricsPortsFree({ metrics, workers }: Config): Promise<void> {
  if (!metrics || metrics.port === 0) return
  for (let number = 1; number <= workers; number++)
    await assertFree(metrics.host, portOf(metrics, number)).catch(refuse)
}

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
  const server = createServer({ headersTimeout: HEAD_MS, requestTimeout: HEAD_MS }, (request, response) => {
    request.resume()
    const isScrape = request.method === 'GET' && /^\/metrics(?:\?|$)/.test(request.url ?? '')
    if (!isScrape) return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  const port = portOf(address, deps.config.worker?.number ?? 1)
  server.listen({ ...address, port, ...(deps.config.worker ? SHARED : { exclusive: true }) })
  await once(server, 'listening').catch(refuse)
  deps.metrics = metrics.counted
  deps.log = metrics.log
  const bound = server.address()
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port
  const url = `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${boundPort}/metrics`
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
