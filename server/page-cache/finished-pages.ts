import http from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { LRUCache } from 'lru-cache'
import { enforceMinimumRate, TRANSFER_LIMITS, type TransferLimits } from '../http/minimum-rate.ts'
import { chooseEncoding } from '../http/content-encoding.ts'
import { refuse } from '../http/refuse.ts'
import { capSockets } from '../http/sockets.ts'

type Body = { headers: string[]; bytes: Buffer }
export type FinishedPage = {
  until: number
  etag: string
  br?: Body
  gz?: Body
  raw: Body
  unchanged: string[]
}

const MAX_PAGES = 500

// T36: of two Host headers Node reads the first and a proxy perhaps the second.
const hasTwoHosts = ({ rawHeaders }: http.IncomingMessage) => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

const withoutQuery = (url: string) => url.slice(0, Math.max(0, url.indexOf('?')))

const refuseTwoHosts = (response: http.ServerResponse) => {
  const refusal = refuse('unparseable')
  response.writeHead(refusal.status, {
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  response.end(JSON.stringify(refusal.body()))
}

/**
 * Finished pages by their exact address, answered before the framework runs: on deadline day nearly every
 * request is one of these. Bounded;
 * an expired page falls through to the code that makes it again.
 */
export function finishedPages(
  isOurs: (host: string) => boolean,
  { patience = TRANSFER_LIMITS, maxSockets }: { patience?: TransferLimits | undefined; maxSockets: number },
) {
  const pages = new LRUCache<string, FinishedPage>({ max: MAX_PAGES })
  // Pages that no change of a job clears and nothing pushes out: as many as the portal's own code names.
  const lasting = new Map<string, FinishedPage>()

  const answer = (request: http.IncomingMessage, response: http.ServerResponse): boolean => {
    const { method, url = '' } = request
    if ((method !== 'GET' && method !== 'HEAD') || !isOurs(request.headers.host ?? '')) return false
    const page = lasting.get(url) ?? pages.get(url) ?? lasting.get(withoutQuery(url))
    if (!page) return false
    if (page.until <= performance.now()) {
      pages.delete(url)
      return false
    }
    if (request.headers['if-none-match'] === page.etag) {
      response.writeHead(304, page.unchanged)
      response.end()
      return true
    }
    const body = chooseEncoding(request.headers['accept-encoding'], page)?.bytes ?? page.raw
    response.writeHead(200, body.headers)
    // For HEAD, Node sends only the headers.
    response.end(body.bytes)
    return true
  }

  const serverFactory: FastifyServerFactory = (handler, options) => {
    const server = http.createServer(
      { connectionsCheckingInterval: Math.min(2_000, patience.headMs / 4) },
      (request, response) => {
        watch(request, response)
        serve(request, response)
        if (hasTwoHosts(request)) return refuseTwoHosts(response)
        if (!answer(request, response)) handler(request, response)
      },
    )
    const watch = enforceMinimumRate(server, patience)
    const serve = capSockets(server, maxSockets)
    // Read early, because Node caches the address: a connection that was reset no longer has one (T40).
    server.on('connection', (socket) => void (socket.remoteAddress ?? socket.destroy()))
    const { keepAliveTimeout } = options as { keepAliveTimeout?: number }
    server.keepAliveTimeout = keepAliveTimeout ?? 72_000
    server.headersTimeout = patience.headMs
    // No request timeout: a minimum transfer rate is enforced instead.
    server.requestTimeout = 0
    server.timeout = patience.stallMs
    return server
  }

  return {
    serverFactory,
    put(url: string, page: FinishedPage) {
      pages.set(url, page)
    },
    /** Stores a page that stays until it is stored again. */
    keep: (url: string, page: Omit<FinishedPage, 'until'>) =>
      void lasting.set(url, { ...page, until: Infinity }),
    clear: () => pages.clear(),
  }
}
export type FinishedPages = ReturnType<typeof finishedPages>
