import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What is counted of a request. Every part has few values: nothing that a caller sent is among them. */
export type CountedRequest = { route: string; method: string; status: string; seconds: number }

/** What the portal counts of itself while `METRICS_PORT` is set. */
export type Metrics = {
  request: (counted: CountedRequest) => void
  /** A page that was answered before the framework ran. */
  pageFromMemory: (method: string, status: number) => void
  /** All that was finished until now is in the backup. */
  backedUp: () => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts requests of many routes under one name. */
    countedAs?: string
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Callers choose methods: all that the portal does not know count as one. */
export const knownMethod = (method: string) => (METHODS.has(method) ? method : 'other')

/** An address with and without its last slash is one route; one that matches none is `none`. */
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
