import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { contentPolicy } from '../http/policy.ts'
import { asRefusal } from '../http/on-error.ts'
import type { FinishedPages } from './finished-pages.ts'
import { chooseEncoding } from '../http/content-encoding.ts'
import { type Page, pageCache } from './page-cache.ts'
import { type KnownJobs, type PageKey, pageKeys } from './page-keys.ts'
import { type Refusal, refuse } from '../http/refuse.ts'
import type { CallHere } from '../endpoints/serve.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Options of the page server. `load` gives the built pages, or in development the freshly compiled ones. */
export type PagesOptions = {
  config: Config
  load: () => Promise<ServerBuild>
  mode: 'production' | 'development'
  /** In development: serves the compiler's own files first. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  call: CallHere
  now: () => Date
  log: Log
  /** Where finished pages go; they are answered before the framework runs. */
  cachedPages: FinishedPages
  /** The values that filters can name: nothing else becomes part of a key. */
  known: { get: () => Promise<KnownJobs | undefined>; drop: () => void }
  /** Headers of every reply. */
  always: Record<string, string>
}

const MAX_AGE_MS = 30_000
/** Brotli quality: high for pages that many fetch, low and quick for pages that few fetch. */
const BROTLI = { plain: 9, details: 9, rare: 4 }

/**
 * Serves React Router's pages. Pages that are the same for everyone come finished and compressed from memory.
 */
export function mountPages(
  app: FastifyInstance,
  { config, load, mode, before, call, now, log, cachedPages, known, always }: PagesOptions,
) {
  if (before)
    app.addHook('onRequest', (request, reply, done) =>
      request.url.startsWith('/api/') ? done() : before(request.raw, reply.raw, done),
    )
  const handlers = new Map<boolean, ReturnType<typeof createRequestHandler>>()

  const render = async (url: string): Promise<Page> => {
    const build = await load()
    const forStaff = mode === 'production' && /^\/staff(?:$|[/?])/.test(url)
    const handler =
      (mode === 'production' && handlers.get(forStaff)) ||
      createRequestHandler(forStaff ? withStaffPages(build) : build, mode)
    handlers.set(forStaff, handler)
    const context = new RouterContextProvider()
    const { callContext, nonceContext } = build.entry.module as unknown as Contexts
    let busy: Refusal | undefined
    const note = (error: unknown, refusal: Refusal) => {
      if (refusal.status === 503) busy = refusal
      else if (refusal.status >= 500) log('error', 'page.failed', errorFields(error))
    }
    if (callContext) context.set(callContext, callForPages(call, note))
    // Only the framework knows the nonce while it renders this page: so its own scripts can be told from
    // scripts injected with text.
    const nonce = randomBytes(16).toString('base64url')
    if (nonceContext) context.set(nonceContext, nonce)
    const answer = await handler(new Request(config.publicUrl + url), context)
    const drawn = await answer.text()
    const raw = Buffer.from(drawn.replaceAll(` nonce="${nonce}"`, ''))
    const headers: [string, string][] = [...answer.headers]
    // The page only knows that it could not be made; the status tells callers and search engines to come back
    // (R5).
    const status = answer.status >= 500 && busy ? busy.status : answer.status
    if (busy && status === 503) headers.push(['retry-after', String(busy.retryAfter)])
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      const foreign =
        url.startsWith('/register') && config.captcha.provider !== 'altcha'
          ? config.captcha.provider
          : undefined
      const policy = contentPolicy(drawn, nonce, foreign)
      // In development, Vite's client adds its own styles.
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
    return {
      status,
      headers,
      etag: `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`,
      raw,
      until: 0,
    }
  }

  const make = async (url: string, shelf: PageKey['shelf'] | undefined): Promise<Page> => {
    const page = await render(url)
    if (page.status !== 200 || !shelf) return page
    const params = {
      [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI[shelf],
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: page.raw.length,
    }
    const [br, gz] = await Promise.all([brotli(page.raw, { params }), gzip(page.raw)])
    // The days left and the hour on a page change with the minute.
    const toMinute = 60_000 - (now().getTime() % 60_000)
    return { ...page, br, gz, until: performance.now() + Math.min(MAX_AGE_MS, toMinute) }
  }
  const cache = pageCache(make)
  let keyOf: ReturnType<typeof pageKeys> | undefined

  const send = (page: Page, request: FastifyRequest, reply: FastifyReply) => {
    reply.status(page.status).headers(headersOf(page))
    if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
    const small = chooseEncoding(request.headers['accept-encoding'], page)
    return small ? reply.header('content-encoding', small.encoding).send(small.bytes) : reply.send(page.raw)
  }

  const heat = (url: string, page: Page) => {
    const headers = Object.entries({ ...always, ...headersOf(page) }).flat()
    const body = (bytes: Buffer, encoding?: string) => ({
      bytes,
      headers: [
        ...headers,
        'content-length',
        String(bytes.length),
        ...(encoding ? ['content-encoding', encoding] : []),
      ],
    })
    cachedPages.put(url, {
      until: page.until,
      etag: page.etag,
      unchanged: headers,
      raw: body(page.raw),
      ...(page.br ? { br: body(page.br, 'br') } : {}),
      ...(page.gz ? { gz: body(page.gz, 'gzip') } : {}),
    })
  }

  app.get('/*', async (request, reply) => {
    const url = request.raw.url ?? '/'
    // Two leading slashes would be read as a host name.
    const address = URL.parse(url.replace(/^[/\\]{2,}/, '/'), 'http://page')
    // No page has a line break in its address. The router would match nothing, not even the not-found page,
    // and print the address (T29).
    if (!address || /%0[ad]|%e2%80%a[89]/i.test(address.pathname)) throw refuse('not_found')
    const { pathname, searchParams, search } = address
    if (mode === 'production') keyOf ??= pageKeys((await load()).routes)
    const found = await keyOf?.(pathname, searchParams, known.get)
    if (!found)
      return send(
        await cache.once(pathname + search, (leave) => reply.raw.once('close', leave)),
        request,
        reply,
      )
    const editionBefore = cache.edition()
    const page = await cache.get(found)
    // Other spellings of the address, and pages with several filters, go through the cache each time: the
    // finished pages stay few.
    // A page started before a job changed must not outlive the change.
    if (
      found.key === url &&
      found.shelf !== 'rare' &&
      editionBefore === cache.edition() &&
      page.until > performance.now()
    )
      heat(url, page)
    return send(page, request, reply)
  })

  const drop = () => {
    known.drop()
    cache.drop()
    cachedPages.clear()
  }
  const age = () => {
    known.drop()
    cache.age()
    cachedPages.clear()
  }
  return { drop, age }
}

// The public manifest leaves out the pages of officers, who fetch another one (react-router.config.ts).
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

/** Context keys that the pages export through their entry module, because the server may not import pages. */
type Contexts = { callContext?: RouterContext<CallForPages>; nonceContext?: RouterContext<string> }

/**
 * The call that loaders see: refusals become plain objects, because a page may not know the server's classes.
 */
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
