import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalKind } from '#contract/refusals.ts'
import type { Deps } from '../deps.ts'
import { countRefusal } from './validation-counter.ts'
import { drain, drainShed } from './multipart.ts'
import { hasBody } from './minimum-rate.ts'
import { plainPage } from './plain-page.ts'
import { Refusal, refuse } from './refuse.ts'
import type { ShedLog } from './shed.ts'
import { logByMinute } from './log-by-minute.ts'
import { isUpload } from './uploads.ts'

const FASTIFY: Record<string, RefusalKind> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'unparseable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unparseable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'unparseable',
  FST_ERR_BAD_URL: 'not_found',
}

// The database or the bucket is away, starting, full, read-only or too slow: the caller is asked to come back, nothing is wrong with the call (R5).
const AWAY =
  /^(?:ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|57P0\d|53\d{3}|08[\dP]\d\d|28\d{3}|55000|55P03|57014|25006|25P0[234]|40001|40P01|S3_(?:away|429|5\d\d))$/
// The driver and fetch say these without a code.
const SAYS_AWAY =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered a connection error|was closed)|Cannot use a pool after calling end|terminated$)/
/** What a disk says that has no room for a file (R6); a database without room says 53100. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])
const isAway = (error: Error & { code?: string }) => AWAY.test(error.code ?? '') || SAYS_AWAY.test(error.message)

/** Any error as the refusal a caller may see; what is not known is `failed`, with nothing of the cause (T40). */
export const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  const it = error as FastifyError
  const kind = FASTIFY[it.code] ?? (it.statusCode === 400 ? 'unparseable' : undefined)
  if (kind) return refuse(kind)
  if (FULL.has(it.code)) return refuse('no_room', { retryAfter: 60 })
  return error instanceof Error && isAway(error) ? refuse('busy', { retryAfter: 5 }) : refuse('failed')
}

/** By the route that was found: an address may be spelled in many ways (`/%61pi/`, `http://host/api/`) and leads to the same one. */
export const isCall = (request: FastifyRequest): boolean => (request.routeOptions.url ?? request.url).startsWith('/api/')

/** Puts a ticket into a refusal, where it is of a submit and no verdict. */
export type GiveTicket = (request: FastifyRequest, refusal: Refusal) => Promise<Refusal>

/** The one error handler: every refusal leaves here, but for what admission sheds before anything is read (shed.ts). */
export const onError = ({ log, config, met, now }: Deps, giveTicket: GiveTicket, shed: ShedLog) => {
  // Nobody but the operator can make room.
  const noRoom = logByMinute(log, 'request.no_room', 'error')
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await giveTicket(request, asRefusal(error))
    countRefusal(met, request, refusal, now())
    // Whoever is still sending would see a reset instead of the answer.
    if (refusal.kind === 'busy' && hasBody(request.raw)) await drainShed(request.raw)
    else if (isUpload(request)) await drain(request.raw)
    // Otherwise whoever was refused could send on, and be read, for ever.
    if (hasBody(request.raw) && !request.raw.complete) reply.header('connection', 'close')
    // Messages of the database carry values: only names and codes reach the log (T29).
    const { name, code } = error as { name?: string; code?: string }
    const gone = request.raw.socket?.destroyed
    // Whoever has gone away hears nothing, and is no fault of ours.
    if (FULL.has(code ?? '') && !gone) noRoom(refusal.kind, code)
    else if (refusal.status === 503 && !gone) shed(request.routeOptions?.config?.class ?? 'page', code)
    else if (refusal.status >= 500 && !gone) {
      log('error', 'request.failed', {
        request_id: request.id,
        route: request.routeOptions.url ?? '',
        method: request.method,
        status: refusal.status,
        ...(name ? { error: name } : {}),
        ...(code ? { code } : {}),
      })
    }
    // A refusal is no file, though one was asked for.
    reply.removeHeader('content-disposition')
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
    reply.status(refusal.status).header('cache-control', 'no-store')
    if (!isCall(request) && request.headers.accept?.includes('text/html')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
      return reply.type('text/html; charset=utf-8').send(plainPage(refusal, config.organisation.name))
    }
    const body = refusal.body()
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(refusal.status >= 500 ? { ...body, request_id: request.id } : body))
  }
}
