// This service worker runs beside the pages, in a thread of its own. It is compiled separately, so it imports
// nothing that runs, and no library such as workbox. A new build takes over only when the old tabs are
// closed, so a form never mixes two builds.
import { t } from '@lingui/core/macro'

// The types of a service worker that this file needs. TypeScript's own exclude those of a page.
type LifetimeEvent = { waitUntil(work: Promise<unknown>): void }
type FetchEvent = LifetimeEvent & {
  request: Request
  /** The id of the tab that asks for the data of a page. */
  clientId: string
  resultingClientId: string
  respondWith(answer: Promise<Response>): void
}
type WorkerScope = {
  addEventListener<Event>(type: string, listener: (event: Event) => void): void
  clients: {
    claim(): Promise<void>
    get(id: string): Promise<{ postMessage(words: unknown): void } | undefined>
  }
  location: Location
}
const worker = globalThis as unknown as WorkerScope

/**
 * The build fills in these values. `BUILD`: its name. `HOME`: the start of its pages' addresses, empty in
 * English. `WIZARD`: the files of the wizard, which is the application form. `PAGE` below gets the pages that
 * contract/site/pages.ts marks as cached.
 */
const BUILD = '%BUILD%'
const HOME = '%HOME%'
const WIZARD: string[] = JSON.parse('%WIZARD%')

const ASSET_CACHE = `assets${HOME} ${BUILD}`
const PAGE_CACHE = `pages${HOME} ${BUILD}`
const APPLY = `${HOME}/apply`
const NETWORK_TIMEOUT_MS = 8_000
const MAX_CACHED_PAGES = 40

// Whether a page may be cached, and its data too: `/jobs/12` and `/jobs/12.data`, not `/dashboard` (T8).
const PAGE = /^\/(?:%PAGES%)(?:\.data)?$/
const isPage = (path: string) => path.startsWith(HOME) && PAGE.test(path.slice(HOME.length) || '/')
const isAsset = (path: string) => /^\/(?:assets|fonts)\//.test(path) || path === '/favicon.svg'

/** The page /apply is the same for all jobs, so one copy is enough. */
const keyOf = ({ pathname, search }: URL) => (pathname === APPLY ? APPLY : pathname + search)

/** The type `basic` means that the answer comes from our own address. */
const isCacheable = (answer: Response) => answer.ok && answer.type === 'basic' && !answer.redirected

const fetchInto = async (cache: Cache, key: string, request: Request | string) => {
  const answer = await fetch(request)
  // If the device is full, nothing is cached. The page still gets its answer.
  if (isCacheable(answer)) await cache.put(key, answer.clone()).catch(() => {})
  return answer
}

/**
 * The name of a built file has a hash of its content, so a cached file is always right. Other files are
 * passed on while they are stored.
 */
async function answerAsset(event: FetchEvent, key: string): Promise<Response> {
  const cache = await caches.open(ASSET_CACHE)
  const cached = await cache.match(key)
  if (cached) return cached
  const answer = await fetch(event.request)
  if (isCacheable(answer)) event.waitUntil(cache.put(key, answer.clone()).catch(() => {}))
  return answer
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The ids of the tabs that show a page of the last visit. A page asks whether its tab is one of them. */
const tabsWithOldPage = new Set<string>()

/** After the server answered with the data of a page, tells its tab that the network is back. */
async function tellNetworkBack({ clientId }: FetchEvent, url: URL, answer: Response) {
  if (!url.pathname.endsWith('.data') || answer.status >= 500) return
  tabsWithOldPage.delete(clientId)
  const tab = await worker.clients.get(clientId)
  tab?.postMessage({ old: false })
}

/**
 * Asks the network first. Without a network, or if it is very slow, answers with the page of the last visit.
 */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const cache = await caches.open(PAGE_CACHE)
  const key = keyOf(url)
  const fetching = fetchInto(cache, key, event.request)
  // The worker lives until the answer is cached, even if the page already got an old one.
  event.waitUntil(fetching.then(deleteExcessPages, () => {}))
  event.waitUntil(fetching.then((answer) => tellNetworkBack(event, url, answer)).catch(() => {}))
  const cached = await cache.match(key)
  if (!cached) return fetching.catch(() => offlineAnswer(url))
  const oldPage = () => {
    // The id of the tab; empty for `.data`, which opens no new page.
    if (event.resultingClientId) tabsWithOldPage.add(event.resultingClientId)
    return cached
  }
  // A server error is treated like a missing network.
  const newPage = fetching.then((answer) => (answer.status >= 500 ? oldPage() : answer), oldPage)
  // The race gives undefined if the time limit ends before the answer comes.
  return (await Promise.race([newPage, delay(NETWORK_TIMEOUT_MS)])) ?? oldPage()
}

async function deleteExcessPages() {
  const cache = await caches.open(PAGE_CACHE)
  const keys = await cache.keys()
  const excessCount = Math.max(0, keys.length - MAX_CACHED_PAGES)
  // The form is never deleted, because it must open without a network. The others are listed oldest first.
  const others = keys.filter(({ url }) => new URL(url).pathname !== APPLY)
  await Promise.all(others.slice(0, excessCount).map((request) => cache.delete(request)))
}

const OFFLINE_STYLE =
  ':root{color-scheme:light dark}body{font:1.0625rem/1.5 Arial,sans-serif;max-width:34em;margin:0 auto;padding:2rem 1rem;background:#fcfbf7;color:#17141f}h1{line-height:1.15}a{color:#4b2a85}@media (prefers-color-scheme:dark){body{background:#15131b;color:#efebe1}a{color:#c4b0f6}}'
const OFFLINE_TITLE = t`You are offline`
const NOT_HERE = t`This page has not been opened on this device before, so it is not here. Nothing that you saved is lost.`
const AGAIN = t`Try again`
const jobsLink = `<a href="${HOME}/jobs">${t({ message: 'the jobs', context: 'link in: Pages you have opened before are here' })}</a>`
const WHAT_IS_HERE = t`Pages you have opened before are here: ${jobsLink}, and the application you started.`
const OFFLINE_PAGE = `<!doctype html><html lang="${HOME ? 'sw-KE' : 'en-KE'}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${OFFLINE_TITLE}</title>
<style>${OFFLINE_STYLE}</style>
<main><h1>${OFFLINE_TITLE}</h1><p>${NOT_HERE}</p><p><a href="">${AGAIN}</a></p><p>${WHAT_IS_HERE}</p></main></html>`

// When a person follows a link, the router asks for `.data`, and shows the error itself.
const offlineAnswer = (url: URL) =>
  url.pathname.endsWith('.data')
    ? Response.error()
    : new Response(OFFLINE_PAGE, {
        status: 503,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy':
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        },
      })

/** Caches these files and the page of the wizard, the application form, for use without a network. */
async function cacheWizard(urls: string[]) {
  const [assets, pages] = await Promise.all([caches.open(ASSET_CACHE), caches.open(PAGE_CACHE)])
  const missing = await Promise.all(urls.map(async (url) => ((await assets.match(url)) ? undefined : url)))
  await Promise.all(missing.flatMap((url) => (url ? [fetchInto(assets, url, url)] : [])))
  await fetchInto(pages, APPLY, APPLY)
}

worker.addEventListener<LifetimeEvent>('install', (event) => {
  const cacheAgain = async () => {
    // If the form worked without a network before this build, it must also work with this build.
    if (await caches.match(APPLY)) await cacheWizard(WIZARD)
  }
  event.waitUntil(cacheAgain())
})

/** Whether an earlier build in this language made the cache. The other language has its own worker. */
const isOfEarlierBuild = (name: string) =>
  /^(?:assets|pages)(?<home>\S*) /.exec(name)?.groups?.['home'] === HOME &&
  name !== ASSET_CACHE &&
  name !== PAGE_CACHE

worker.addEventListener<LifetimeEvent>('activate', (event) => {
  const deleteOldCaches = async () => {
    const names = await caches.keys()
    await Promise.all(names.filter(isOfEarlierBuild).map((name) => caches.delete(name)))
    await worker.clients.claim()
  }
  event.waitUntil(deleteOldCaches())
})

type MessageFromPage = LifetimeEvent & {
  /**
   * Messages from a page. `isOld` asks whether its tab shows an old page. `wizard` asks to cache the
   * application form. `keep` lists files of the form that the page has loaded, to cache them.
   */
  data: unknown
  source: { id: string; postMessage(words: unknown): void } | null
}
worker.addEventListener<MessageFromPage>('message', (event) => {
  const { keep, isOld, wizard } = (event.data ?? {}) as { keep?: unknown; isOld?: unknown; wizard?: unknown }
  if (isOld && event.source && tabsWithOldPage.has(event.source.id)) event.source.postMessage({ old: true })
  if (wizard) event.waitUntil(cacheWizard(WIZARD).catch(() => {}))
  if (Array.isArray(keep))
    event.waitUntil(
      cacheWizard(keep.filter((path): path is string => typeof path === 'string' && isAsset(path))).catch(
        () => {},
      ),
    )
})

worker.addEventListener<FetchEvent>('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (
    request.method !== 'GET' ||
    url.origin !== worker.location.origin ||
    url.pathname.startsWith('/api/') ||
    request.headers.has('authorization')
  )
    return
  // The browser itself fetches a worker's script. WebKit would check a fetch from here against `worker-src`,
  // and refuse it in a service worker that was installed before the policy had this rule.
  if (request.destination === 'worker') return
  if (isAsset(url.pathname)) event.respondWith(answerAsset(event, url.pathname))
  else if (isPage(url.pathname) && (request.mode === 'navigate' || url.pathname.endsWith('.data')))
    event.respondWith(answerPage(event, url))
})
