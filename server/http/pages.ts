import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type RouterContext, type ServerBuild } from 'react-router'
import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import { contentPolicy } from './policy.ts'
import { asRefusal } from './on-error.ts'
import { gate } from './admission.ts'
import type { HotPages } from './hot.ts'
import { packed } from './packing.ts'
import { type Refusal, refuse } from './refuse.ts'
import type { CallHere } from './serve.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

type Page = { status: number; headers: [string, string][]; etag: string; raw: Buffer; br?: Buffer; gz?: Buffer; until: number }

/** The last good page, and the one that is being made: for many callers at once it is made once. */
type Kept = { good?: Page; making?: Promise<Page> }

/** The finished pages and how they are made. `load` gives the built pages, or in development the freshly compiled ones. */
export type PagesOptions = {
  config: Config
  load: () => Promise<ServerBuild>
  mode: 'production' | 'development'
  /** In development: the compiler's own files come first. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  call: CallHere
  now: () => Date
  log: Log
  /** Where finished pages are put, to be answered before anything else. */
  hot: HotPages
  /** Headers of every answer. */
  always: Record<string, string>
}

const MAX_PAGES = 500
const MAX_AGE_MS = 30_000
// While no fresh page can be made, how long the last good one serves before it is tried again, and how long a try may hold up a reader.
const AGAIN_MS = 5_000
const PATIENT_MS = 1_000

// Free text never becomes a key: only what a list can hold, in one order.
const KEYED = new Map([
  ['page', /^[1-9]\d{0,3}$/],
  ['sort', /^[a-z]{1,10}$/],
  ['job_type', /^[\w -]{1,40}$/],
  ['category', /^[\w -]{1,40}$/],
  ['include_expired', /^1$/],
  ['part', /^[1-4]$/],
  ['status', /^[a-z-]{1,20}$/],
])
const ALIKE =
  /^\/(?:|jobs|jobs\/\d{1,10}|login|register|forgot-password|security-setup|about|services|resources|contact|complaints|privacy|terms|resources\/[a-z-]{1,40}|dashboard|dashboard\/\w+|dashboard\/applications\/\d{1,10}|apply|staff(?:\/[a-z]+|\/(?:jobs|lists)\/\d{1,10}(?:\/[a-z]+)?)?|api-docs|transparency|verify)(?:\.data)?$/

/** Pages that are the same for every visitor have a key under which they are kept; others have none. */
export const pageKey = (path: string, query: URLSearchParams): string | undefined => {
  if (!ALIKE.test(path)) return undefined
  const kept = new URLSearchParams()
  for (const [name, value] of [...query].sort(([left], [right]) => left.localeCompare(right))) {
    if (value === '') continue
    if (!KEYED.get(name)?.test(value)) return undefined
    kept.append(name, value)
  }
  return kept.size > 0 ? `${path}?${kept.toString()}` : path
}

/** Serves React Router's pages, finished and compressed from memory where they are the same for everybody. */
export function mountPages(app: FastifyInstance, { config, load, mode, before, call, now, log, hot, always }: PagesOptions) {
  if (before) app.addHook('onRequest', (request, reply, done) => (request.url.startsWith('/api/') ? done() : before(request.raw, reply.raw, done)))
  const kept = new Map<string, Kept>()
  let edition = 0
  const handlers = new Map<boolean, ReturnType<typeof createRequestHandler>>()

  const render = async (url: string): Promise<Page> => {
    const build = await load()
    const forStaff = mode === 'production' && /^\/staff(?:$|[/?])/.test(url)
    const handler = (mode === 'production' && handlers.get(forStaff)) || createRequestHandler(forStaff ? withStaffPages(build) : build, mode)
    handlers.set(forStaff, handler)
    const context = new RouterContextProvider()
    // The server may not import the pages: they hand their context key out through their entry module.
    const { callContext } = build.entry.module as unknown as { callContext?: RouterContext<CallForPages> }
    let busy: Refusal | undefined
    const note = (error: unknown, refusal: Refusal) => {
      if (refusal.status === 503) busy = refusal
      else if (refusal.status >= 500) logFault(log, error)
    }
    if (callContext) context.set(callContext, callForPages(call, note))
    const answer = await handler(new Request(config.publicUrl + url), context)
    const raw = Buffer.from(await answer.arrayBuffer())
    const headers: [string, string][] = [...answer.headers]
    // The page knows only that it could not be made; a caller, and a search engine, is told to come back (R5).
    const status = answer.status >= 500 && busy ? busy.status : answer.status
    if (busy && status === 503) headers.push(['retry-after', String(busy.retryAfter)])
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      const foreign = url.startsWith('/register') && config.captcha.provider !== 'altcha' ? config.captcha.provider : undefined
      const policy = contentPolicy(raw.toString(), foreign)
      // Vite's client in development adds styles of its own.
      headers.push([
        'content-security-policy',
        mode === 'production'
          ? policy
          : policy
              .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
              .replace(/; require-trusted-types.*$/, '')
              .replace("connect-src 'self'", "connect-src 'self' ws:")
              .replace(/script-src [^;]*/, "script-src 'self' 'unsafe-inline'"),
      ])
    }
    return { status, headers, etag: `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`, raw, until: 0 }
  }

  const finish = async (key: string): Promise<Page> => {
    const page = await render(key)
    if (page.status !== 200) return page
    const [br, gz] = await Promise.all([
      brotli(page.raw, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: page.raw.length } }),
      gzip(page.raw),
    ])
    // "Closes today" and the hour on the page turn with the minute.
    const toMinute = 60_000 - (now().getTime() % 60_000)
    return { ...page, br, gz, until: performance.now() + Math.min(MAX_AGE_MS, toMinute) }
  }

  // Only good pages are kept; while the database is away or slow the last good one serves (R5).
  const make = async (key: string, entry: Kept): Promise<Page> => {
    const forget = () => kept.get(key) === entry && kept.delete(key)
    const page = await finish(key).catch((error: unknown) => {
      if (!entry.good) forget()
      else entry.good.until = performance.now() + AGAIN_MS
      if (!entry.good) throw error
      return entry.good
    })
    if (page.status === 200) entry.good = page
    else if (page.status < 500 || !entry.good) forget()
    else entry.good.until = performance.now() + AGAIN_MS
    return page.status >= 500 ? (entry.good ?? page) : page
  }

  const lookUp = async (key: string): Promise<Page> => {
    const entry = kept.get(key) ?? {}
    const { good } = entry
    if (good && good.until > performance.now()) return good
    if (!entry.making) {
      entry.making = make(key, entry).finally(() => delete entry.making)
      kept.delete(key)
      kept.set(key, entry)
      if (kept.size > MAX_PAGES) kept.delete(kept.keys().next().value ?? key)
    }
    return good ? Promise.race([entry.making, wait(PATIENT_MS, good, { ref: false })]) : entry.making
  }

  const send = (page: Page, request: FastifyRequest, reply: FastifyReply) => {
    reply.status(page.status).headers(headersOf(page))
    if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
    const small = packed(request.headers['accept-encoding'], page)
    return small ? reply.header('content-encoding', small.encoding).send(small.bytes) : reply.send(page.raw)
  }

  const heat = (url: string, page: Page) => {
    const headers = Object.entries({ ...always, ...headersOf(page) }).flat()
    const body = (bytes: Buffer, encoding?: string) => ({
      bytes,
      headers: [...headers, 'content-length', String(bytes.length), ...(encoding ? ['content-encoding', encoding] : [])],
    })
    hot.put(url, {
      until: page.until,
      etag: page.etag,
      unchanged: headers,
      raw: body(page.raw),
      ...(page.br ? { br: body(page.br, 'br') } : {}),
      ...(page.gz ? { gz: body(page.gz, 'gzip') } : {}),
    })
  }

  const rendering = gate({ slots: 4, queue: 64, waitMs: 3_000 })

  app.get('/*', async (request, reply) => {
    const url = request.raw.url ?? '/'
    // Two slashes would read as the name of a host.
    const address = URL.parse(url.replace(/^[/\\]{2,}/, '/'), 'http://page')
    if (!address) throw refuse('not_found')
    const { pathname, searchParams, search } = address
    const key = mode === 'production' ? pageKey(pathname, searchParams) : undefined
    if (key !== undefined) {
      const asked = edition
      const page = await lookUp(key)
      // Under any other spelling of the address the page is looked up each time: the hot ones stay few.
      // And a page begun before a job changed must not outlive the change.
      if (key === url && asked === edition && page.until > performance.now()) heat(url, page)
      return send(page, request, reply)
    }
    let leave = () => {}
    if (!(await rendering.enter((left) => reply.raw.once('close', (leave = left))))) throw refuse('busy')
    const page = await render(pathname + search).finally(leave)
    return send(page, request, reply)
  })

  const drop = () => {
    edition++
    kept.clear()
    hot.clear()
  }
  return { drop }
}

// The list of pages that the public fetches leaves out those of officers, who fetch another (react-router.config.ts).
const withStaffPages = (build: ServerBuild): ServerBuild => ({
  ...build,
  assets: { ...build.assets, url: build.assets.url.replace('/manifest-', '/staff-manifest-') },
})

const headersOf = (page: Page): Record<string, string> => ({
  ...Object.fromEntries(page.headers),
  vary: 'accept-encoding',
  'cache-control': page.status === 200 ? 'no-cache' : 'no-store',
  ...(page.status === 200 ? { etag: page.etag } : {}),
})

const logFault = (log: Log, error: unknown) => {
  const { name, code } = error as { name?: string; code?: string }
  log('error', 'page.failed', { ...(name ? { error: name } : {}), ...(code ? { code } : {}) })
}

/** What loaders see of a call: refusals become plain objects, for a page may not know the server's classes. */
type CallForPages = (key: string, input?: object) => Promise<unknown>
const callForPages =
  (call: CallHere, note: (error: unknown, refusal: Refusal) => void): CallForPages =>
  async (key, input) => {
    try {
      return await call(key as Parameters<CallHere>[0], input)
    } catch (error) {
      const refusal = asRefusal(error)
      note(error, refusal)
      throw Object.assign(new Error(refusal.message), { status: refusal.status, body: refusal.body() })
    }
  }
