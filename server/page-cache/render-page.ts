import { createHash, randomBytes } from 'node:crypto'
import {
  createRequestHandler,
  RouterContextProvider,
  type RouterContext,
  type ServerBuild,
} from 'react-router'
import { type Language, languageOf } from '#contract/language/paths.ts'
import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import type { CallHere } from '../endpoints/serve.ts'
import { errorFields } from '../error-fields.ts'
import { asRefusal } from '../http/on-error.ts'
import { contentPolicy } from '../http/policy.ts'
import type { Refusal } from '../http/refuse.ts'
import { isForOfficers, publicRoutes } from './for-officers.ts'
import type { Page } from './page-cache.ts'

/** `load` returns the built pages of a language, or in development the freshly compiled pages. */
export type RenderOptions = {
  config: Config
  load: (language: Language) => Promise<ServerBuild>
  mode: 'production' | 'development'
  call: CallHere
  log: Log
}

// The public manifest lists no officers' pages. Their pages fetch another manifest (react-router.config.ts).
const forOfficers = (build: ServerBuild): ServerBuild => ({
  ...build,
  assets: { ...build.assets, url: build.assets.url.replace('/manifest-', '/staff-manifest-') },
})
// React Router goes through all routes for each page, so it gets only those that a public address can match.
const forPublic = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: publicRoutes(build.routes),
  assets: { ...build.assets, routes: publicRoutes(build.assets.routes) },
})

/** Context keys of React Router, which the pages' entry module exports: the server may not import pages. */
type Contexts = { callContext?: RouterContext<CallForPages>; nonceContext?: RouterContext<string> }

/**
 * The function with which a page's loaders call the API. Refusals become plain objects, because a page may
 * not know the server's classes.
 */
type CallForPages = (key: string, input?: object) => Promise<unknown>
const callForPages =
  (call: CallHere, noteRefusal: (error: unknown, refusal: Refusal) => void): CallForPages =>
  async (key, input) => {
    try {
      return await call(key as Parameters<CallHere>[0], input)
    } catch (error) {
      const refusal = asRefusal(error)
      noteRefusal(error, refusal)
      throw Object.assign(new Error(refusal.message), { status: refusal.status, body: refusal.body() })
    }
  }

/** The content security policy of a page in development: Vite's client adds its own styles and scripts. */
const relaxed = (policy: string) =>
  policy
    .replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    .replace(/; require-trusted-types.*$/, '')
    .replace("connect-src 'self'", "connect-src 'self' ws:")
    .replace(/script-src [^;]*/, "script-src 'self' 'unsafe-inline'")

/** The third-party captcha on the page at this address, if any. The page's policy must allow its scripts. */
const captchaOf = (url: string, { captcha }: Config) =>
  languageOf(url).path.startsWith('/register') && captcha.provider !== 'altcha' ? captcha.provider : undefined

/** Returns a function that renders one page with React Router: its bytes, its headers and its policy. */
export function pageRenderer({ config, load, mode, call, log }: RenderOptions) {
  const handlers = new Map<string, ReturnType<typeof createRequestHandler>>()
  const handlerOf = (build: ServerBuild, url: string, language: Language) => {
    if (mode !== 'production') return createRequestHandler(build, mode)
    const name = isForOfficers(url) ? 'officers' : language
    const handler =
      handlers.get(name) ??
      createRequestHandler(name === 'officers' ? forOfficers(build) : forPublic(build), mode)
    handlers.set(name, handler)
    return handler
  }

  return async (url: string): Promise<Page> => {
    const { language } = languageOf(url)
    const build = await load(language)
    const context = new RouterContextProvider()
    const { callContext, nonceContext } = build.entry.module as unknown as Contexts
    let busyRefusal: Refusal | undefined
    const noteRefusal = (error: unknown, refusal: Refusal) => {
      if (refusal.status === 503) busyRefusal = refusal
      else if (refusal.status >= 500) log('error', 'page.failed', errorFields(error))
    }
    if (callContext) context.set(callContext, callForPages(call, noteRefusal))
    // The framework marks its own scripts with this nonce, which no one else knows. So `contentPolicy` can
    // tell these scripts from injected ones, and allows them by hash. Then the nonce is removed, because the
    // page may be cached.
    const nonce = randomBytes(16).toString('base64url')
    if (nonceContext) context.set(nonceContext, nonce)
    const answer = await handlerOf(build, url, language)(new Request(config.publicUrl + url), context)
    const html = await answer.text()
    const raw = Buffer.from(html.replaceAll(` nonce="${nonce}"`, ''))
    const headers: [string, string][] = [...answer.headers]
    // The framework answers 500 for every error. After a loader's refusal for overload or a lost database,
    // 503 asks callers and search engines to come back (R5).
    const status = answer.status >= 500 && busyRefusal ? busyRefusal.status : answer.status
    if (busyRefusal && status === 503) headers.push(['retry-after', String(busyRefusal.retryAfter)])
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      const policy = contentPolicy(html, nonce, captchaOf(url, config))
      headers.push(['content-security-policy', mode === 'production' ? policy : relaxed(policy)])
    }
    return {
      status,
      headers,
      etag: `W/"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`,
      raw,
      // The page counts as expired; a caller that caches it sets another time.
      until: 0,
    }
  }
}
