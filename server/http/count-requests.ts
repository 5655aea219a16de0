import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * What the metrics count of a request. Each field has few possible values and holds no text of the caller.
 */
export type CountedRequest = { route: string; method: string; status: string; seconds: number }

/** The portal's counts of its own work, while the setting `METRICS_PORT` is set. */
export type Metrics = {
  request: (counted: CountedRequest) => void
  /** Counts a page that was served from memory, before the framework ran. */
  pageFromMemory: (method: string, status: number) => void
  /** Records that the backup now contains everything that was finished before this moment. */
  backedUp: () => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts requests of many routes under one name. */
    countedAs?: string
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** A caller may send any method name, so all methods that the portal does not know count as `other`. */
export const knownMethod = (method: string) => (METHODS.has(method) ? method : 'other')

/**
 * The route of a request: the same with and without a last slash. Most pages have the route `/*`, which
 * counts as `page`. A request without a route gives `none`.
 */
export function routeOf({ routeOptions: { url, config } }: FastifyRequest): string {
  if (config?.countedAs) return config.countedAs
  if (url === undefined) return 'none'
  return url === '/*' ? 'page' : url.replace(/(?<=.)\/$/, '')
}

/** `aborted`: the caller left before the reply started. */
const statusOf = ({ raw }: FastifyReply) =>
  raw.headersSent ? `${Math.floor(raw.statusCode / 100)}xx` : 'aborted'

/** Counts each request after its reply, however it ended. */
export function countRequests(app: FastifyInstance, metrics: Metrics | undefined) {
  if (!metrics) return
  app.addHook('onResponse', (request, reply, done) => {
    metrics.request({
      route: routeOf(request),
      method: knownMethod(request.method),
      status: statusOf(reply),
      seconds: reply.elapsedTime / 1_000,
    })
    done()
  })
}
