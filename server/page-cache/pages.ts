import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FinishedPages } from './finished-pages.ts'
import { chooseEncoding } from '../http/content-encoding.ts'
import { type Page, pageCache } from './page-cache.ts'
import { type KnownJobs, type PageKey, pageKeys } from './page-keys.ts'
import { refuse } from '../http/refuse.ts'
import { pageRenderer, type RenderOptions } from './render-page.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Options of the page server. */
export type PagesOptions = RenderOptions & {
  /** In development: serves the compiler's own files first. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  now: () => Date
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
  const render = pageRenderer({ config, load, mode, call, log })

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

const headersOf = (page: Page): Record<string, string> => ({
  ...Object.fromEntries(page.headers),
  vary: 'accept-encoding',
  'cache-control': page.status === 200 ? 'no-cache' : 'no-store',
  ...(page.status === 200 ? { etag: page.etag } : {}),
})
