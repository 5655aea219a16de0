import http from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { LRUCache } from 'lru-cache'
import { enforceMinimumRate, TRANSFER_LIMITS, type TransferLimits } from '../http/minimum-rate.ts'
import { chooseEncoding } from '../http/content-encoding.ts'
import { refuse } from '../http/refuse.ts'
import { closesConnection } from '../http/drain.ts'
import { REQUEST_ID } from '../http/request-id.ts'
import { capSockets } from '../http/sockets.ts'

/** A page in one encoding. `headers` alternates names and values: name, value, name, value. */
type Body = { headers: string[]; bytes: Buffer }
export type FinishedPage = {
  /** When the page must be made again, in ms of a clock that is never set back. */
  until: number
  etag: string
  br?: Body
  gz?: Body
  raw: Body
  /** The headers of a reply with status 304 (the caller's copy of the page is still current). */
  unchanged: string[]
}

const MAX_PAGES = 500
const KEEP_ALIVE_MS = 72_000
/** The longest time between two checks for callers that send their headers too slowly. */
const MAX_HEAD_CHECK_MS = 2_000

/** A request with two Host headers is refused: Node reads the first, but a proxy perhaps the second (T36). */
const hasTwoHosts = ({ rawHeaders }: http.IncomingMessage) => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** The address before `?`. Without a `?` this is empty, and no page has an empty address. */
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

/** Sets the timeouts of a server: `patience` says how slow its callers may be. */
function limitTimes(server: http.Server, patience: TransferLimits) {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.headersTimeout = patience.headMs
  // There is no time limit for a whole request: `enforceMinimumRate` sets a minimum transfer rate.
  server.requestTimeout = 0
  server.timeout = patience.stallMs
}

/** Omits the header that keeps a connection open: in HTTP/1.1 that is the default, and it costs 48 bytes. */
function omitKeepAlive(request: http.IncomingMessage, response: http.ServerResponse) {
  if (request.httpVersion === '1.1') response.removeHeader('connection')
}

/** Returns a function that answers a request from memory, or returns false when the page is not there. */
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
    const body = chooseEncoding(request.headers['accept-encoding'], page)?.content ?? page.raw
    response.writeHead(200, [...body.headers, ...id])
    // For the method HEAD, Node sends only the headers of this page.
    response.end(body.bytes)
    return true
  }
}

type Options = {
  patience?: TransferLimits | undefined
  maxSockets: number
  /** Gives each request an id before it is answered. */
  nameRequest: (request: http.IncomingMessage) => string
  /** Called for each request that is answered from memory. */
  onAnswered?: ((method: string, status: number) => void) | undefined
}

/**
 * Stores finished pages by their exact address and answers with them before the framework runs. On deadline
 * day nearly every request is for such a page. Their number is limited. When a page has expired, the page
 * cache makes it again.
 */
export function createFinishedPages(
  isOurs: (host: string) => boolean,
  { patience = TRANSFER_LIMITS, maxSockets, nameRequest, onAnswered }: Options,
) {
  const pages = new LRUCache<string, FinishedPage>({ max: MAX_PAGES })
  // Pages that stay: no change of a job and no other page removes them. The portal's code names each of them.
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
    // Node caches a caller's address when it is first read. It is read here, because a connection that was
    // reset no longer has an address (T40).
    server.on('connection', (socket) => void (socket.remoteAddress ?? socket.destroy()))
    limitTimes(server, patience)
    return server
  }

  return {
    serverFactory,
    put: (url: string, page: FinishedPage) => void pages.set(url, page),
    /** Stores a page that does not expire; only a new version replaces it. */
    keep: (url: string, page: Omit<FinishedPage, 'until'>) =>
      void lastingPages.set(url, { ...page, until: Infinity }),
    clear: () => pages.clear(),
  }
}
export type FinishedPages = ReturnType<typeof createFinishedPages>
