import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BROWNOUT, FROM_LEVEL } from '#contract/last-hour/brownout.ts'
import type { Class } from '#contract/endpoint.ts'
import { LINE } from '#contract/line/line.ts'
import type { Deps } from '../deps.ts'
import type { FinishedPages } from '../page-cache/finished-pages.ts'
import { refuse } from '../http/refuse.ts'
import { visitorOf } from '../http/visitor.ts'
import { linePage, PLAIN_POLICY, refreshSeconds } from '../line/page.ts'
import { hasTurn, LINE_COOKIE, ticketOf } from './line-entrance.ts'

const PAUSED_SECONDS = { least: 60, most: 120 }

/**
 * What the levels leave out before a call takes a slot: extras are refused with a sentence, officers' tables
 * wait a moment.
 */
export function leaveOut({ brownout }: Pick<Deps, 'brownout'>) {
  let held = 0
  return async (request: FastifyRequest): Promise<void> => {
    const level = brownout?.level() ?? 0
    if (level === 0) return
    const { class: of, neverShed } = request.routeOptions.config as { class?: Class; neverShed?: boolean }
    if (neverShed) return
    if (of === 'extra' && level >= FROM_LEVEL.extrasPaused)
      throw refuse('paused', {
        retryAfter:
          PAUSED_SECONDS.least + Math.floor(Math.random() * (PAUSED_SECONDS.most - PAUSED_SECONDS.least)),
      })
    if (of !== 'staff' || request.method !== 'GET' || level < FROM_LEVEL.tablesSlower) return
    // A limited number is held in memory: the others are asked to come back.
    if (held >= BROWNOUT.slowerAtOnce) throw refuse('busy')
    held++
    await wait(BROWNOUT.slowerMs).finally(() => held--)
  }
}

/** Counts callers whose turn had come and who still received a 503, wherever that was decided. */
export function countTurnedAway(deps: Deps, app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    const isTold =
      reply.raw.statusCode === 503 && (request.routeOptions.config as { class?: Class }).class === 'login'
    const visitor = isTold ? visitorOf(deps.config, request, reply) : undefined
    if (visitor && hasTurn(deps, visitor))
      deps.brownout?.line.turnAway(ticketOf(visitor) ?? '', deps.now().getTime())
    done()
  })
}

/**
 * Serves `/line.json` from memory, at the rate of a static file, and `/line`, the same for people without
 * script.
 */
export function mountLine(
  deps: Deps,
  app: FastifyInstance,
  cachedPages: FinishedPages,
  always: Record<string, string>,
) {
  const { brownout, config } = deps
  let last: string | undefined
  const keep = () => {
    const lineState = JSON.stringify(brownout?.line.told() ?? null)
    if (lineState === last) return
    last = lineState
    const bytes = Buffer.from(lineState)
    const headers = {
      ...always,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': `public, max-age=${LINE.cacheSeconds}`,
    }
    const flat = Object.entries(headers).flat()
    // No etag of its own: the body is shorter than one.
    cachedPages.keep('/line.json', {
      etag: '-',
      unchanged: flat,
      raw: { bytes, headers: [...flat, 'content-length', String(bytes.length)] },
    })
  }
  keep()
  brownout?.onChange(keep)

  app.get('/line', (request, reply) => {
    const now = deps.now()
    reply
      .headers({ 'content-security-policy': PLAIN_POLICY, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
    const mark = brownout?.line.mark()
    if (!brownout || !mark) return reply.send(linePage({ state: 'none' }, config.organisation.acronym, now))
    const visitor = visitorOf(config, request, reply)
    const { ticket: ticketText } = request.query as { ticket?: unknown }
    const { place, fault } = brownout.line.stand(
      (typeof ticketText === 'string' ? ticketText : undefined) ?? visitor.cookie(LINE_COOKIE),
      now.getTime(),
    )
    visitor.setCookie(LINE_COOKIE, place.ticket, LINE.ticketMs / 1_000)
    if (Date.parse(place.arrived_at) <= mark.until)
      return reply.send(linePage({ state: 'turn' }, config.organisation.acronym, now))
    // The ticket is in the address too: a browser may store no cookies.
    reply.header('refresh', `${refreshSeconds(place.wait_seconds)}; url=/line?ticket=${place.ticket}`)
    return reply.send(
      linePage(
        { state: 'waiting', seconds: place.wait_seconds, ...(fault ? { fault } : {}) },
        config.organisation.acronym,
        now,
      ),
    )
  })
}
