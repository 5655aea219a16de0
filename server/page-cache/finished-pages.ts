import http from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { LRUCache } from 'lru-cache'
import { enforceMinimumRate, TRANSFER_LIMITS, type TransferLimits } from '../http/minimum-rate.ts'
import { chooseEncoding } from '../http/content-encoding.ts'
import { refuse } from '../http/refuse.ts'
import { closesConnection } from '../http/drain.ts'
import { REQUEST_ID } from '../http/request-id.ts'
import { capSockets } from '../http/sockets.ts'

/** `headers` has names and values in turn: name, value, name, value. */
type Body = { headers: string[]; bytes: Buffer }
export type FinishedPage = {
  /** When it must be made again, on the monotonic clock. */
  until: number
  etag: string
  br?: Body
  gz?: Body
  raw: Body
  /** The headers of a reply 304. */
  unchanged: string[]
}

const MAX_PAGES = 500
const KEEP_ALIVE_MS = 72_000
/** Node looks at least this often for callers that take too long to send their headers. */
const MAX_HEAD_CHECK_MS = 2_000

/**
 * Of two Host headers Node reads the first and a proxy perhaps the second, so such a request is refused
 * (T36).
 */
const hasTwoHosts = ({ rawHeaders }: http.IncomingMessage) => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** The address before `?`. Without a `?` it is empty, and no page has an empty address. */
const withoutQuery = (url: string) => url.slice(0, Math.max(0, url.indexOf('?')))

const refuseTwoHosts = (response: http.ServerResponse, id: string) => {
  const refusal = refuse('unparseable')
  response.writeHead(refusal.status, {
    [REQUEST_ID]: id,
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  response.end(JSON.stringify(refusal.body()))
}

/** The timeouts of a server whose callers may be as slow as `patience` says. */
function limitTimes(server: http.Server, patience: TransferLimits) {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.headersTimeout = patience.headMs
  // No request timeout: a minimum transfer rate is enforced instead.
  server.requestTimeout = 0
  server.timeout = patience.stallMs
}

/** In HTTP/1.1 a connection stays open by default. The header that says so costs 48 bytes each time. */
function omitKeepAlive(request: http.IncomingMessage, response: http.ServerResponse) {
  if (request.httpVersion === '1.1') response.removeHeader('connection')
}

/** Returns a function that answers from memory. It returns false when the page is not there. */
function answerFrom(find: (url: string) => FinishedPage | undefined) {
  return (request: http.IncomingMessage, response: http.ServerResponse): boolean => {
    const page = find(request.url ?? '')
    if (!page) return false
    const id = [REQUEST_ID, request.requestId ?? '']
    if (request.headers['if-none-match'] === page.etag) {
      response.writeHead(304, [...page.unchanged, ...id])
      response.end()
      return true
    }
    const body = chooseEncoding(request.headers['accept-encoding'], page)?.bytes ?? page.raw
    response.writeHead(200, [...body.headers, ...id])
    // For HEAD, Node sends only the headers.
    response.end(body.bytes)
    return true
  }
}

type Options = {
  patience?: TransferLimits | undefined
  maxSockets: number
  /** Names each request before anything answers it. */
  nameRequest: (request: http.IncomingMessage) => string
  /** Called for each request that is answered from memory. */
  onAnswered?: ((method: string, status: number) => void) | undefined
}

/**
 * Finished pages by their exact address, answered before the framework runs: on deadline day nearly every
 * request is one of these. Their number is limited. An expired page is left to the code that makes it again.
 */
export function finishedPages(
  isOurs: (host: string) => boolean,
  { patience = TRANSFER_LIMITS, maxSockets, nameRequest, onAnswered }: Options,
) {
  const pages = new LRUCache<string, FinishedPage>({ max: MAX_PAGES })
  // Pages that no change of a job clears and nothing pushes out: as many as the portal's own code names.
  const lastingPages = new Map<string, FinishedPage>()

  const find = (url: string): FinishedPage | undefined => {
    // A lasting page is the same with any query.
    const page = lastingPages.get(url) ?? pages.get(url) ?? lastingPages.get(withoutQuery(url))
    if (!page || page.until > performance.now()) return page
    pages.delete(url)
    return undefined
  }
  const answer = answerFrom(find)
  const mayAnswer = ({ method, headers }: http.IncomingMessage) =>
    (method === 'GET' || method === 'HEAD') && isOurs(headers.host ?? '')

  const serverFactory: FastifyServerFactory = (handler) => {
    const server = http.createServer(
      { connectionsCheckingInterval: Math.min(MAX_HEAD_CHECK_MS, patience.headMs / 4) },
      (request, response) => {
        // A server that is about to stop must say in the header that the connection closes.
        if (!closesConnection(server, response)) omitKeepAlive(request, response)
        watchRate(request, response)
        markBusy(request, response)
        const id = nameRequest(request)
        if (hasTwoHosts(request)) return refuseTwoHosts(response, id)
        if (!mayAnswer(request) || !answer(request, response)) return handler(request, response)
        onAnswered?.(request.method ?? '', response.statusCode)
      },
    )
    const watchRate = enforceMinimumRate(server, patience)
    const markBusy = capSockets(server, maxSockets)
    // Read early, because Node caches the address: a connection that was reset no longer has one (T40).
    server.on('connection', (socket) => void (socket.remoteAddress ?? socket.destroy()))
    limitTimes(server, patience)
    return server
  }

  return {
    serverFactory,
    put: (url: string, page: FinishedPage) => void pages.set(url, page),
    /** Stores a page that stays until it is stored again. */
    keep: (url: string, page: Omit<FinishedPage, 'until'>) =>
      void lastingPages.set(url, { ...page, until: Infinity }),
    clear: () => pages.clear(),
  }
}
export type FinishedPages = ReturnType<typeof finishedPages>
