import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { FROM_LEVEL } from '#contract/last-hour/brownout.ts'
import { openAdmission, mountAdmission } from './admission/mount.ts'
import { accountsRoutes } from './accounts/routes.ts'
import { endStolenSession } from './accounts/stolen-session.ts'
import { mountVerifyForm } from './accounts/verify-without-script.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { countTurnedAway, pauseByLevel, mountLine } from './brownout/mount.ts'
import { captchaRoutes } from './captcha/routes.ts'
import type { Config } from './config.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { Deps } from './deps.ts'
import { mountAssets } from './page-cache/assets.ts'
import { finishedPages } from './page-cache/finished-pages.ts'
import { stampArrivals } from './endpoints/arrival.ts'
import { HEALTH_PATHS, mountHealth } from './http/health.ts'
import { asRefusal, onError } from './http/on-error.ts'
import type { TransferLimits } from './http/minimum-rate.ts'
import { currentCallPath, currentPagePath } from './http/earlier-paths.ts'
import { mountPages, type PagesOptions } from './page-cache/pages.ts'
import { refuseUnread } from './http/raw-refusal.ts'
import { Refusal, refuse } from './http/refuse.ts'
import { shedder, shedLog } from './http/shed.ts'
import { replies } from './http/replies.ts'
import { documentRoutes } from './job-applications/document-routes.ts'
import { jobApplicationsRoutes } from './job-applications/routes.ts'
import { mountFeeds } from './jobs/feeds.ts'
import { clearJobCache } from './jobs/find-jobs.ts'
import { knownJobs } from './jobs/known-jobs.ts'
import { jobsRoutes } from './jobs/routes.ts'
import { lastHourRoutes } from './last-hour/routes.ts'
import { mountCountyMap } from './locations/county-map.ts'
import { locationsRoutes } from './locations/routes.ts'
import { mountDevMail } from './mail/dev-mail.ts'
import { isLoopbackHost } from './private-networks.ts'
import { newsletterRoutes } from './newsletter/routes.ts'
import { openApi } from './openapi/document.ts'
import { receiveProbe } from './probe/receive-probe.ts'
import { siteRoutes } from './site/routes.ts'
import { countSubmits } from './status/count-submits.ts'
import { statusRoutes } from './status/routes.ts'
import { mountLog } from './transparency/files.ts'
import { recordAccess } from './staff/record-access.ts'
import { staffJobsRoutes } from './staff-jobs/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { decisionsRoutes } from './decisions/routes.ts'
import { messagesRoutes } from './messages/routes.ts'
import { exportsRoutes } from './exports/routes.ts'
import { reportsRoutes } from './reports/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { staffReferenceDataRoutes } from './reference-data/routes.ts'
import { auditLogRoutes } from './audit-log/routes.ts'
import { sharesRoutes } from './shares/routes.ts'
import { startRoutes } from './start/routes.ts'
import { ticketDesk } from './tickets/desk.ts'
import { ticketGiver } from './tickets/give.ts'
import { refuseForged } from './tickets/held.ts'
import { transparencyRoutes } from './transparency/routes.ts'
import { notificationsRoutes } from './notifications/routes.ts'
import { notHere } from './endpoints/not-here.ts'
import { type Route, serve } from './endpoints/serve.ts'
import type { Shares } from './http/upload-shares.ts'
import { takeForms } from './http/uploads.ts'

/** Every route of the portal, in one list. */
const routes: Route[] = [
  ...captchaRoutes,
  ...notificationsRoutes,
  ...accountsRoutes,
  ...siteRoutes,
  ...statusRoutes,
  ...locationsRoutes,
  ...jobsRoutes,
  ...jobApplicationsRoutes,
  ...documentRoutes,
  ...dashboardRoutes,
  ...newsletterRoutes,
  ...assistantRoutes,
  ...transparencyRoutes,
  ...staffRoutes,
  ...staffJobsRoutes,
  ...reviewRoutes,
  ...decisionsRoutes,
  ...messagesRoutes,
  ...exportsRoutes,
  ...reportsRoutes,
  ...lastHourRoutes,
  ...supportRoutes,
  ...staffReferenceDataRoutes,
  ...auditLogRoutes,
  ...sharesRoutes,
  ...startRoutes,
]

export type AppOptions = {
  /** Where pages come from: the build, or in development the compiler. Without it only the API is served. */
  pages?: Pick<PagesOptions, 'load' | 'mode' | 'before'>
  /** Returns true once the process is shutting down; /readyz then says so. */
  leaving?: () => boolean
  /** Returns true while the clock is not the database's. */
  isClockOff?: () => boolean
  /** How slow callers may be; less in tests. */
  patience?: TransferLimits
  /** How many may upload at once; fewer in tests. */
  uploads?: Shares
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'x-frame-options': 'DENY',
} as const

const alwaysSent = (config: Config): Record<string, string> => ({
  ...HEADERS,
  ...(config.secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

const hostIsOurs = (deps: Deps) => {
  const ours = new URL(deps.config.publicUrl).host
  return (host: string) => !deps.config.publicUrlGiven || host === ours || isLoopbackHost(host)
}

// The framework reads a content type by its beginning, and a proxy in front of us may read the rest in
// another way (T20).
const isOddJson = (type: string | undefined) =>
  type !== undefined &&
  /^application\/json/i.test(type) &&
  !/^application\/json(?: ?; ?charset=(?:utf-8|"utf-8"))?$/.test(type.replace('UTF-8', 'utf-8'))

// The contract parses and writes; loading the framework's own schema compilers, which are unused, would take
// a tenth of each start.
const noSchemas = (): never => {
  throw new Error('schemas belong in the contract')
}

/** Builds everything the portal answers. Does not listen yet. */
export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = deps
  const isOurs = hostIsOurs(deps)
  const always = alwaysSent(config)
  const cachedPages = finishedPages(isOurs, { patience: options.patience, maxSockets: config.maxSockets })
  deps.tickets ??= ticketDesk(deps.secrets)
  const shed = shedLog(deps.log)
  const refused = onError(deps, ticketGiver(deps), shed)
  const app = Fastify({
    serverFactory: cachedPages.serverFactory,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 262_144,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 250 },
    logger: false,
    rewriteUrl: ({ url = '/' }) => currentCallPath(url),
    genReqId: () => crypto.randomUUID(),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: refuseUnread,
    // An address that cannot be decoded never reaches the hooks.
    frameworkErrors: (error, request, reply) => refused(error, request, reply.headers(always)),
  })
  await app.register(cookie)
  app.removeContentTypeParser('text/plain')

  takeForms(app)
  stampArrivals(app, deps.now)
  app.addHook('preHandler', pauseByLevel(deps))
  countTurnedAway(deps, app)
  // Comes first: under overload most calls are shed, so nothing else is done for them before.
  mountAdmission(
    app,
    deps,
    (deps.admission ??= openAdmission(deps, () => deps.brownout?.level() ?? 0)),
    shedder(always, shed),
  )
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    if (!isOurs(request.host) && !HEALTH_PATHS.has(request.routeOptions.url)) throw refuse('wrong_host')
    if (isOddJson(request.headers['content-type'])) throw refuse('wrong_type')
    refuseForged(deps.secrets, request.headers, deps.now())
    const page = currentPagePath(request.url)
    if (page !== undefined) return void reply.redirect(page, 308)
    done()
  })
  app.setErrorHandler(async (error, request, reply) => {
    // What is left of a refused upload is read and discarded, which may take a while: release the slot first.
    request.releaseSlot?.()
    // A submit is shed before the hook that sets these headers.
    if (!reply.hasHeader('x-frame-options')) reply.headers(always)
    // The time must not show whether a password was checked first (T1).
    const left = error instanceof Refusal ? error.notBefore - performance.now() : 0
    if (left > 0) await wait(left)
    return refused(error, request, reply)
  })
  app.addHook('preClose', (done) => {
    // A connection that is busy when the server starts to close would be kept alive after its reply.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50)
    app.server.once('close', () => clearInterval(closing))
    done()
  })

  const cachedReplies = replies()
  const call = serve(deps, app, routes, cachedReplies, {
    onStolen: endStolenSession,
    onAccess: recordAccess,
    onProbe: receiveProbe,
    uploads: options.uploads,
  })
  countSubmits(deps, app)
  mountHealth(deps, app, { leaving: () => false, isClockOff: () => false, ...options })
  mountLine(deps, app, cachedPages, always)
  mountVerifyForm(deps, app, call)
  mountFeeds(deps, app)
  mountCountyMap(app)
  mountLog(deps, app)
  if (!config.smtpUrl) mountDevMail(deps, app)
  let document = ''
  app.get('/api/openapi.json', (_request, reply) => {
    document ||= JSON.stringify(openApi(config))
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(document)
  })
  // RFC 8058: a mail program's one-click request comes as a form, and so does the button of a page without
  // script.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1_024 },
    (request, _body, done) =>
      /^\/(?:api\/newsletter\/stop|verify-email)\//.test(request.routeOptions.url ?? '')
        ? done(null, {})
        : done(refuse('wrong_type')),
  )
  app.all('/api/*', async (request, reply) => {
    throw notHere(request, reply)
  })

  const caches: { drop: () => void; age: () => void }[] = [
    cachedReplies,
    { drop: () => clearJobCache(deps.db), age: () => clearJobCache(deps.db) },
  ]
  if (options.pages) {
    const folder = join(import.meta.dirname, '../build/client')
    if (options.pages.mode === 'production' && existsSync(folder)) mountAssets(app, folder)
    caches.push(
      mountPages(app, {
        ...options.pages,
        config,
        call,
        now: deps.now,
        log: deps.log,
        cachedPages,
        knownJobs: knownJobs(deps),
        commonHeaders: always,
      }),
    )
  }
  // A list without its search must not outlive the level that paused the search.
  let searches = true
  deps.brownout?.onChange(() => {
    const now = (deps.brownout?.level() ?? 0) < FROM_LEVEL.searchPaused
    if (now !== searches) cachedReplies.drop()
    searches = now
  })
  const changed = () => caches.forEach(({ drop }) => drop())
  // A database that comes and goes must not empty the caches (R5).
  const missed = () => caches.forEach(({ age }) => age())
  await deps.db.listen('jobs_changed', changed, missed)
  app.setNotFoundHandler((request, reply) => {
    const refusal = asRefusal(refuse('not_found'))
    return reply.status(refusal.status).header('cache-control', 'no-store').send(refusal.body())
  })
  return app
}

/** The pages as `npm run build` made them. */
export const builtPages = {
  mode: 'production' as const,
  load: async () => (await import(join(import.meta.dirname, '../build/server/index.js'))) as ServerBuild,
}
