import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KISWAHILI_PATH, type Language, languageOf } from '#contract/language/paths.ts'
import { isForOfficers } from './for-officers.ts'
import type { FinishedPage, FinishedPages } from './finished-pages.ts'
import { chooseEncoding } from '../http/content-encoding.ts'
import { type Make, type OneCaller, type Page, pageCache } from './page-cache.ts'
import { type FilterValues, pageKeys } from './page-keys.ts'
import { refuse } from '../http/refuse.ts'
import { pageRenderer, type RenderOptions } from './render-page.ts'

// A page is sent from `finishedPages` before the framework runs, or else from the page cache. A page that is
// in neither is rendered.

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Options of the page server. */
export type PagesOptions = RenderOptions & {
  /** Set only in development: first serves the files of the compiler. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  now: () => Date
  /** Where finished pages are stored; they are answered before the framework runs. */
  finishedPages: FinishedPages
  /** The values that filters of the job list may have. No other value becomes a part of a page's key. */
  filterValues: { get: () => Promise<FilterValues | undefined>; drop: () => void }
  /** Headers that every reply has. */
  commonHeaders: Record<string, string>
  /** Refuses the request when the portal is too busy to make a page that may be used only once. */
  admit: (request: FastifyRequest, reply: FastifyReply) => void
}

const MINUTE_MS = 60_000
const MAX_AGE_MS = 30_000
// Brotli's quality for each shelf of the page cache, high if many callers fetch its pages. Below 5, a page
// would be larger than with gzip.
const BROTLI_QUALITY = { plain: 10, details: 10, rare: 5, uncached: 5 }

/** Renders a page and compresses it. */
const pageMaker =
  (render: (url: string) => Promise<Page>, now: () => Date): Make =>
  async (url, use) => {
    // A page expires with the minute in which its making starts, because it shows the days left and the hour.
    const untilNextMinuteMs = MINUTE_MS - (now().getTime() % MINUTE_MS)
    const until = performance.now() + Math.min(MAX_AGE_MS, untilNextMinuteMs)
    const page = await render(url)
    const params = {
      [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY['shelf' in use ? use.shelf : 'uncached'],
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: page.raw.length,
    }
    const encodings = { br: () => brotli(page.raw, { params }), gz: () => gzip(page.raw) }
    if ('shelf' in use) {
      const [br, gz] = await Promise.all([encodings.br(), encodings.gz()])
      return page.status === 200 ? { ...page, br, gz, until } : { ...page, br, gz }
    }
    const chosen = chooseEncoding(use.accepted, encodings)
    if (!chosen) return page
    const content = await chosen.content()
    return chosen.encoding === 'br' ? { ...page, br: content } : { ...page, gz: content }
  }

const headersOf = (page: Page): Record<string, string> => ({
  ...Object.fromEntries(page.headers),
  vary: 'accept-encoding',
  'cache-control': page.status === 200 ? 'no-cache' : 'no-store',
  ...(page.status === 200 ? { etag: page.etag } : {}),
})

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply) {
  reply.status(page.status).headers(headersOf(page))
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  const encoded = chooseEncoding(request.headers['accept-encoding'], page)
  if (!encoded) return reply.send(page.raw)
  return reply.header('content-encoding', encoded.encoding).send(encoded.content)
}

/** Gives a page all its headers, ready to be sent before the framework runs. */
function finishPage(page: Page, commonHeaders: Record<string, string>): FinishedPage {
  const headers = Object.entries({ ...commonHeaders, ...headersOf(page) }).flat()
  const body = (bytes: Buffer, encoding?: string) => ({
    bytes,
    headers: [
      ...headers,
      'content-length',
      String(bytes.length),
      ...(encoding ? ['content-encoding', encoding] : []),
    ],
  })
  return {
    until: page.until,
    etag: page.etag,
    unchanged: headers,
    raw: body(page.raw),
    ...(page.br ? { br: body(page.br, 'br') } : {}),
    ...(page.gz ? { gz: body(page.gz, 'gzip') } : {}),
  }
}

/** What making a page for one caller needs to know of the caller. */
const forCaller = (request: FastifyRequest, reply: FastifyReply, admit: () => void): OneCaller => ({
  accepted: request.headers['accept-encoding'],
  admit,
  onWait: (leaveQueue) => void reply.raw.once('close', leaveQueue),
})

/**
 * The page that an address names, its language, and its `path` without the prefix of the language.
 *
 * @throws Refusal not_found when no page can have this address
 */
function parseAddress(url: string) {
  // With two leading slashes, the parser would take the first part of the address for a host name.
  const address = URL.parse(url.replace(/^[/\\]{2,}/, '/'), 'http://page')
  // No page's address has a line break. The router would match nothing, not even the not-found page, and
  // print the address (T29).
  if (!address || /%0[ad]|%e2%80%a[89]/i.test(address.pathname)) throw refuse('not_found')
  const { pathname, searchParams, search } = address
  return { pathname, searchParams, search, ...languageOf(pathname) }
}

/**
 * Serves the pages of the portal, which React Router renders. Pages that are the same for everyone are sent
 * finished and compressed from memory.
 */
export function mountPages(app: FastifyInstance, options: PagesOptions) {
  const { config, load, mode, before, call, now, log } = options
  const { finishedPages, filterValues, commonHeaders, admit } = options
  if (before)
    app.addHook('onRequest', (request, reply, done) =>
      request.url.startsWith('/api/') ? done() : before(request.raw, reply.raw, done),
    )
  const cache = pageCache(pageMaker(pageRenderer({ config, load, mode, call, log }), now))
  const keysByLanguage = new Map<Language, ReturnType<typeof pageKeys>>()
  const keyOf = async ({ language, path, searchParams }: ReturnType<typeof parseAddress>) => {
    // In development no page is cached.
    if (mode !== 'production') return undefined
    const findKey = keysByLanguage.get(language) ?? pageKeys((await load(language)).routes)
    keysByLanguage.set(language, findKey)
    const pageKey = await findKey(path, searchParams, filterValues.get)
    if (!pageKey || language === 'en') return pageKey
    // The key with the language: `/` gives `/sw`, `/?page=2` gives `/sw?page=2`, `/jobs` gives `/sw/jobs`.
    return { ...pageKey, key: KISWAHILI_PATH + pageKey.key.replace(/^\/(?=\?|$)/, '') }
  }

  app.get('/*', async (request, reply) => {
    const url = request.raw.url ?? '/'
    const address = parseAddress(url)
    if (address.language !== 'en' && isForOfficers(address.path))
      return reply.redirect(address.path + address.search)
    const pageKey = await keyOf(address)
    const admitThis = () => admit(request, reply)
    if (!pageKey) {
      const path = address.pathname + address.search
      const page = await cache.makeUncached(path, forCaller(request, reply, admitThis))
      return sendPage(page, request, reply)
    }
    const editionBefore = cache.edition()
    const page = await cache.get(pageKey, admitThis)
    // The finished pages stay few: other spellings of the address, and pages with several filters, go through
    // the cache each time.
    const isUsualAddress = pageKey.key === url && pageKey.shelf !== 'rare'
    // A page started before a job changed must not outlive the change.
    const isCurrent = editionBefore === cache.edition() && page.until > performance.now()
    if (isUsualAddress && isCurrent) finishedPages.put(url, finishPage(page, commonHeaders))
    return sendPage(page, request, reply)
  })

  return {
    /** No page made until now may be shown any more. */
    drop() {
      filterValues.drop()
      cache.drop()
      finishedPages.clear()
    },
    /** Marks each page as old: the next request makes it again. If that fails, the old page is sent. */
    age() {
      filterValues.drop()
      cache.age()
      finishedPages.clear()
    },
  }
}
