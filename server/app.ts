import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Language } from '#contract/language/paths.ts'
import { openAdmission, mountAdmission } from './admission/mount.ts'
import { endStolenSession } from './accounts/stolen-session.ts'
import { mountPlainRegistration } from './accounts/register-without-script.ts'
import { mountResendForm } from './accounts/resend-without-script.ts'
import { mountVerifyForm } from './accounts/verify-without-script.ts'
import { countTurnedAway, pauseByLevel, mountLine } from './brownout/mount.ts'
import type { Deps } from './deps.ts'
import { pageAdmission } from './page-cache/admit-page.ts'
import { mountAssets } from './page-cache/assets.ts'
import { BUILDS } from './page-cache/builds.ts'
import { createFinishedPages, type FinishedPages } from './page-cache/finished-pages.ts'
import { stampArrivals } from './endpoints/arrival.ts'
import { commonHeadersOf } from './http/common-headers.ts'
import { countRequests } from './http/count-requests.ts'
import { acceptForms, isOddJson } from './http/content-types.ts'
import { HEALTH_PATHS, mountHealth } from './http/health.ts'
import { ownHosts } from './http/own-host.ts'
import { ENGLISH, KISWAHILI } from './http/page-language.ts'
import { onError } from './http/on-error.ts'
import type { TransferLimits } from './http/minimum-rate.ts'
import { currentCallPath, currentPagePath } from './http/earlier-paths.ts'
import { mountPages, type PagesOptions } from './page-cache/pages.ts'
import { refuseUnread } from './http/raw-refusal.ts'
import { Refusal, refuse } from './http/refuse.ts'
import { shedder, shedLog } from './http/shed.ts'
import { replyCache } from './http/replies.ts'
import { REQUEST_ID, requestNamer } from './http/request-id.ts'
import { mountFeeds } from './jobs/feeds.ts'
import { clearJobCache } from './jobs/find-jobs.ts'
import { filterValuesCache } from './jobs/filter-values.ts'
import { type Cache, watchJobs } from './jobs/watch-jobs.ts'
import { mountCountyMap } from './locations/county-map.ts'
import { mountDevMail } from './mail/dev-mail.ts'
import { mountOpenApi } from './openapi/mount.ts'
import { receiveProbe } from './probe/receive-probe.ts'
import { countSubmits } from './status/count-submits.ts'
import { mountPublicLog } from './transparency/files.ts'
import { recordAccess } from './staff/record-access.ts'
import { mountSelectionFiles } from './selections/public-files.ts'
import { ticketIssuer } from './tickets/issuer.ts'
import { ticketGiver } from './tickets/give.ts'
import { refuseForged } from './tickets/held.ts'
import { BODY_BYTES } from './endpoints/body-bytes.ts'
import { notHere } from './endpoints/not-here.ts'
import { serve } from './endpoints/serve.ts'
import { routes } from './routes.ts'
import type { Shares } from './http/upload-shares.ts'
import { acceptUploads } from './http/uploads.ts'

export type AppOptions = {
  /** Where web pages come from: the build, or the compiler of development. Without it, there are none. */
  pages?: Pick<PagesOptions, 'load' | 'mode' | 'before'>
  /** Returns true when the process is shutting down. Then /readyz reports that it is not ready. */
  leaving?: () => boolean
  /** Returns true while the server's clock differs from the database's clock. */
  isClockOff?: () => boolean
  /** The slowest transfer that a caller may have. Tests set shorter limits. */
  patience?: TransferLimits
  /** How many callers may upload files at the same time. Tests allow fewer. */
  uploads?: Shares
}

// The contract already parses and writes JSON. The framework's own schema compilers are unused, and loading
// them would take a tenth of each start.
const noSchemas = (): never => {
  throw new Error('schemas belong in the contract')
}

const CLOSE_IDLE_EVERY_MS = 50

/** The values that the steps of building the app share. */
type AppParts = {
  deps: Deps
  /** Whether a host name in a request is one of the portal's own. */
  isOurs: (host: string) => boolean
  commonHeaders: Record<string, string>
  finishedPages: FinishedPages
  nameRequest: (request: IncomingMessage) => string
  logShed: ReturnType<typeof shedLog>
  sendError: ReturnType<typeof onError>
}

const createServer = ({
  deps,
  commonHeaders,
  finishedPages,
  nameRequest,
  sendError,
}: AppParts): FastifyInstance =>
  Fastify({
    // This server factory answers finished pages from memory. Fastify gets all other requests.
    serverFactory: finishedPages.serverFactory,
    trustProxy: deps.config.trustProxy.length > 0 ? deps.config.trustProxy : false,
    bodyLimit: BODY_BYTES.any,
    // While the server closes, it still answers requests on open connections.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 250 },
    logger: false,
    // Some calls of the API have a new path. Programs of other organisations still use the old path.
    rewriteUrl: ({ url = '/' }) => currentCallPath(url),
    genReqId: nameRequest,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Answers when the received bytes are no HTTP request, or when its headers are too slow or too large.
    clientErrorHandler: refuseUnread,
    // Answers a request whose URL cannot be decoded. Such a request never reaches the hooks of Fastify.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.headers(commonHeaders).header(REQUEST_ID, request.id)),
  })

/** Adds everything that happens to each request before its handler. The order of these steps matters. */
function mountHooks(app: FastifyInstance, { deps, isOurs, commonHeaders, logShed }: AppParts) {
  // A call that uploads files reaches its handler before its body is read.
  acceptUploads(app)
  countRequests(app, deps.metrics)
  deps.traceRequests?.startSpans(app)
  // This step comes before every step that may refuse. So each reply, also a refusal, has its request's id.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
  stampArrivals(app, deps.now)
  // Pauses some work under overload. The brownout level says what is left out; 0 leaves out nothing.
  app.addHook('preHandler', pauseByLevel(deps))
  countTurnedAway(deps, app)
  // Admission comes before the headers and checks below: under overload it refuses most calls, which should
  // cost little. `main.ts` has already opened the admission; some other callers of `buildApp` have not.
  deps.admission ??= openAdmission(deps, () => deps.brownout?.level() ?? 0)
  mountAdmission(app, deps, deps.admission, shedder(commonHeaders, logShed))
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders)
    if (!isOurs(request.host) && !HEALTH_PATHS.has(request.routeOptions.url)) throw refuse('wrong_host')
    if (isOddJson(request.headers['content-type'])) throw refuse('wrong_type')
    // A submit may bring a ticket from an earlier try. A ticket that the portal did not sign is refused.
    refuseForged(deps.secrets, request.headers, deps.now())
    const newPath = currentPagePath(request.url)
    if (newPath !== undefined) return void reply.redirect(newPath, 308)
    done()
  })
  deps.traceRequests?.runInSpans(app)
  app.addHook('preClose', (done) => {
    // A connection that is busy when the server starts to close would stay open after its reply.
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(closing))
    done()
  })
}

function mountErrors(app: FastifyInstance, { commonHeaders, sendError }: AppParts) {
  app.setErrorHandler(async (error, request, reply) => {
    // Discarding the rest of a refused upload may take a while, so the upload's slot is released first.
    request.releaseSlot?.()
    // A submit that is refused under overload never reaches the hook that sets these headers.
    if (!reply.hasHeader('x-content-type-options')) reply.headers(commonHeaders)
    // Wait, because the time of a refusal must not show whether a password was checked first (T1).
    const remainingMs = error instanceof Refusal ? error.notBefore - performance.now() : 0
    if (remainingMs > 0) await wait(remainingMs)
    return sendError(error, request, reply)
  })
}

/**
 * Registers the API calls, the pages without script, feeds and files. The pages that React renders are
 * registered elsewhere. Returns the function with which pages make calls.
 */
function mountCalls(
  app: FastifyInstance,
  { deps, commonHeaders, finishedPages }: AppParts,
  cachedReplies: ReturnType<typeof replyCache>,
  options: AppOptions,
) {
  const call = serve(deps, app, routes, cachedReplies, {
    onStolen: endStolenSession,
    onAccess: recordAccess,
    onProbe: receiveProbe,
    uploads: options.uploads,
  })
  countSubmits(deps, app)
  mountHealth(deps, app, { leaving: () => false, isClockOff: () => false, ...options })
  mountLine(deps, app, finishedPages, commonHeaders)
  for (const language of [ENGLISH, KISWAHILI]) {
    mountVerifyForm(deps, app, call, language)
    mountResendForm(deps, app, call, language)
    mountPlainRegistration(deps, app, language)
  }
  mountFeeds(deps, app)
  mountCountyMap(app)
  mountPublicLog(deps, app)
  mountSelectionFiles(deps, app)
  if (!deps.config.smtpUrl) mountDevMail(deps, app)
  mountOpenApi(app, deps.config)
  acceptForms(app)
  app.all('/api/*', async (request, reply) => {
    throw notHere(request, reply)
  })
  return call
}

/** Builds everything the portal answers. Does not listen yet. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = deps
  const isOurs = ownHosts(config)
  const commonHeaders = commonHeadersOf(config)
  const nameRequest = requestNamer(config)
  const finishedPages = createFinishedPages(isOurs, {
    patience: options.patience,
    maxSockets: config.maxSockets,
    nameRequest,
    onAnswered: deps.metrics?.pageFromMemory,
  })
  deps.tickets ??= ticketIssuer(deps.secrets)
  const logShed = shedLog(deps.log)
  const sendError = onError(deps, ticketGiver(deps), logShed)
  const parts: AppParts = { deps, isOurs, commonHeaders, finishedPages, nameRequest, logShed, sendError }

  const app = createServer(parts)
  await app.register(cookie)
  // No API call takes plain text, but Fastify would accept it by default.
  app.removeContentTypeParser('text/plain')
  mountHooks(app, parts)
  mountErrors(app, parts)
  const cachedReplies = replyCache()
  const call = mountCalls(app, parts, cachedReplies, options)
  // After a lost database connection, `age` of every cache is called. Most caches then renew their entries.
  // The cache of jobs cannot renew its entries, so it forgets them.
  const forgetJobs = () => clearJobCache(deps.db)
  const otherCaches: Cache[] = [{ drop: forgetJobs, age: forgetJobs }]
  if (options.pages) {
    const { now, log } = deps
    const clients = Object.values(BUILDS).map((folder) => join(folder, 'client'))
    if (options.pages.mode === 'production' && clients.every((folder) => existsSync(folder)))
      mountAssets(app, { clients, earlier: join(import.meta.dirname, '../build-earlier') })
    const filterValues = filterValuesCache(deps)
    const admit = pageAdmission(deps)
    const pagesOptions = { config, call, now, log, finishedPages, filterValues, commonHeaders, admit }
    otherCaches.push(mountPages(app, { ...options.pages, ...pagesOptions }))
  }
  await watchJobs(deps, cachedReplies, otherCaches)
  app.setNotFoundHandler((_request, reply) => {
    const refusal = refuse('not_found')
    return reply.status(refusal.status).header('cache-control', 'no-store').send(refusal.body())
  })
  return app
}

const loadedPages = new Map<Language, ServerBuild>()
/** The portal's web pages, as the command `npm run build` made them. */
export const builtPages = {
  mode: 'production' as const,
  async load(language: Language): Promise<ServerBuild> {
    // Each `import` looks for the file on the disk again, also when its module is loaded.
    const pages = loadedPages.get(language) ?? (await import(join(BUILDS[language], 'server/index.js')))
    loadedPages.set(language, pages)
    return pages
  },
}
