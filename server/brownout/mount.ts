import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BROWNOUT, FROM_LEVEL } from '#contract/last-hour/brownout.ts'
import { inKiswahili } from '#contract/language/paths.ts'
import { LINE, LINE_PATH } from '#contract/line/line.ts'
import type { Deps } from '../deps.ts'
import type { FinishedPages } from '../page-cache/finished-pages.ts'
import { languageSwitchHtml, pageLanguageOf } from '../http/page-language.ts'
import { refuse } from '../http/refuse.ts'
import { visitorOf } from '../http/visitor.ts'
import { type LineState, linePageHtml, PLAIN_PAGE_POLICY, refreshSeconds } from '../line/page.ts'
import { hasTurn, LINE_COOKIE, ticketOf } from './line-entrance.ts'

const PAUSED_SECONDS = { min: 60, max: 120 }
/** When callers of a paused endpoint may try again. It is random, so that not all come back together. */
const randomPauseSeconds = () =>
  PAUSED_SECONDS.min + Math.floor(Math.random() * (PAUSED_SECONDS.max - PAUSED_SECONDS.min))

/**
 * Pauses or delays the calls that the present brownout level restricts, before they get a slot. Calls of
 * class extra are refused with a sentence. Officers' tables wait a moment.
 */
export function pauseByLevel({ brownout }: Pick<Deps, 'brownout'>) {
  let delayedCalls = 0
  return async (request: FastifyRequest): Promise<void> => {
    const level = brownout?.level() ?? 0
    if (level === 0) return
    const { class: callClass, neverShed } = request.routeOptions.config
    if (neverShed) return
    if (callClass === 'extra' && level >= FROM_LEVEL.extrasPaused)
      throw refuse('paused', { retryAfter: randomPauseSeconds() })
    const isTable = callClass === 'staff' && request.method === 'GET'
    if (!isTable || level < FROM_LEVEL.tablesSlower) return
    // Only a limited number of calls waits in memory. Others are asked to come back later.
    if (delayedCalls >= BROWNOUT.maxDelayedTables) throw refuse('busy')
    delayedCalls++
    await wait(BROWNOUT.tableDelayMs).finally(() => delayedCalls--)
  }
}

/** Counts callers who got a 503 although their turn in the line had come, wherever that was decided. */
export function countTurnedAway(deps: Deps, app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const isRefusedLogin = reply.raw.statusCode === 503 && request.routeOptions.config.class === 'login'
    const visitor = isRefusedLogin ? visitorOf(deps.config, request, reply) : undefined
    if (visitor && hasTurn(deps, visitor))
      deps.brownout?.line.countTurnedAway(ticketOf(visitor) ?? '', deps.now().getTime())
    done()
  })
}

/** The place in the line of a visitor without JavaScript: a ticket, and a page that reloads itself. */
function answerLinePage(deps: Deps, request: FastifyRequest<LineQuery>, reply: FastifyReply) {
  const { brownout, config } = deps
  const now = deps.now()
  const language = pageLanguageOf(request.url)
  const languageSwitch = languageSwitchHtml(request.url, config)
  /** Sends the page. Call it after the headers are set. */
  const send = (state: LineState) =>
    reply.send(linePageHtml(state, config.organisation.acronym, now, language, languageSwitch))
  reply
    .headers({ 'content-security-policy': PLAIN_PAGE_POLICY, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
  // Everyone who joined the line before the mark may enter. Without a mark there is no line.
  const mark = brownout?.line.mark()
  if (!brownout || !mark) return send({ state: 'none' })
  const visitor = visitorOf(config, request, reply)
  const { ticket: ticketInAddress } = request.query
  const ticket = typeof ticketInAddress === 'string' ? ticketInAddress : visitor.cookie(LINE_COOKIE)
  const { place, problem } = brownout.line.keepOrTakePlace(ticket, now.getTime())
  visitor.setCookie(LINE_COOKIE, place.ticket, LINE.ticketValidMs / 1_000)
  if (Date.parse(place.arrived_at) <= mark.untilMs) return send({ state: 'turn' })
  // The ticket is also in the page's address, because a browser may store no cookies.
  reply.header(
    'refresh',
    `${refreshSeconds(place.wait_seconds)}; url=${language.pagePath(LINE_PATH)}?ticket=${place.ticket}`,
  )
  // `problem` says why the ticket that the caller sent is not valid.
  return send({ state: 'waiting', seconds: place.wait_seconds, ...(problem ? { problem } : {}) })
}
type LineQuery = { Querystring: { ticket?: unknown } }

/**
 * Serves the state of the line: `/line.json`, as fast as a static file, and `/line` for people without
 * JavaScript.
 */
export function mountLine(
  deps: Deps,
  app: FastifyInstance,
  finishedPages: FinishedPages,
  commonHeaders: Record<string, string>,
) {
  const { brownout } = deps
  let cachedJson: string | undefined
  const cacheLine = () => {
    const json = JSON.stringify(brownout?.line.publicMark() ?? null)
    if (json === cachedJson) return
    cachedJson = json
    const bytes = Buffer.from(json)
    const headers = {
      ...commonHeaders,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': `public, max-age=${LINE.cacheSeconds}`,
    }
    // Names and values in turn, as Node takes raw headers.
    const rawHeaders = Object.entries(headers).flat()
    // The reply has no real etag, because its body is shorter than an etag.
    finishedPages.keep('/line.json', {
      etag: '-',
      unchanged: rawHeaders,
      raw: { bytes, headers: [...rawHeaders, 'content-length', String(bytes.length)] },
    })
  }
  cacheLine()
  brownout?.onChange(cacheLine)
  for (const path of [LINE_PATH, inKiswahili(LINE_PATH)])
    app.get<LineQuery>(path, (request, reply) => answerLinePage(deps, request, reply))
}
