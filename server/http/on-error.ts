import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RefusalKind, WRONG_UPLOAD_TYPE } from '#contract/refusals.ts'
import { brokenForeignKey } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { codeOf, errorFields } from '../error-fields.ts'
import { discardBody, discardShedBody } from './multipart.ts'
import { hasBody } from './minimum-rate.ts'
import { pageLanguageOf } from './page-language.ts'
import { refusalPage } from './plain-page.ts'
import { Refusal, refuse } from './refuse.ts'
import type { ShedLog } from './shed.ts'
import { logByMinute } from './log-by-minute.ts'
import { isUpload } from './uploads.ts'

// Turns every error of a request into the reply that the caller gets.

const KIND_BY_FASTIFY_CODE: Record<string, RefusalKind> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'unparseable',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'unparseable',
  FST_ERR_CTP_INVALID_JSON_BODY: 'unparseable',
  FST_ERR_BAD_URL: 'not_found',
}

// Codes of a database or a bucket that is away (`ECONNREFUSED`, `S3_away`), starting (`57P03`), full
// (`53300`), read-only (`25006`) or too slow (`57014`). `ENOENT` means that the socket of a local database is
// missing, and `40P01` that two transactions block each other. Codes such as `28P01` and `CERT_HAS_EXPIRED`
// mean that a login or certificate is refused, until the operator corrects the settings. `08...` means that
// the connection broke, and `55P03` that a lock was not free in time. `25P02` to `25P04` mean that the
// transaction failed before or took too long, and `40001` that another one changed the same rows. `55000`
// means that the database is not in the state that the statement needs. In all these cases the caller's
// request is fine, so the caller should try again (R5).
const AWAY_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|57P0\d|53\d{3}|08[\dP]\d\d|28[\dP]\d\d|55000|55P03|57014|25006|25P0[234]|40001|40P01|CERT_\w+|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|S3_(?:away|429|5\d\d))$/
// Messages of connection errors that the database driver and fetch report without a code.
const AWAY_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (?:has encountered a connection error|was closed)|Cannot use a pool after calling end|terminated$)/
/** Codes of a disk without free space for a file (R6). A full database reports 53100. */
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])
const isAway = (error: Error) => AWAY_CODES.test(codeOf(error)) || AWAY_MESSAGES.test(error.message)
/** True for an error of the framework with the status 400. We may not know its code. */
const isBadRequest = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 400
const RETRY_AFTER_FULL_DISK_SECONDS = 60
/**
 * Foreign keys of rows that only an account's owner adds. If one is violated, the account was just deleted.
 */
const OF_DELETED_ACCOUNT = /^(?:job_applications|sessions|passkeys|corrections|email_changes)_user_id_fkey$/

/**
 * Turns any error into a refusal for the caller. An unknown error becomes `failed`, without its cause (T40).
 */
export const asRefusal = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error
  const code = codeOf(error)
  const kind = KIND_BY_FASTIFY_CODE[code] ?? (isBadRequest(error) ? 'unparseable' : undefined)
  if (kind) return refuse(kind)
  if (OF_DELETED_ACCOUNT.test(brokenForeignKey(error) ?? '')) return refuse('signed_out')
  if (DISK_FULL_CODES.has(code)) return refuse('no_room', { retryAfter: RETRY_AFTER_FULL_DISK_SECONDS })
  if (error instanceof Error && isAway(error)) return refuse('busy')
  return refuse('failed')
}

/**
 * Whether a request is for the API and not for a page, decided by its matched route. An address has many
 * spellings that lead to the same route: `/%61pi/`, `http://host/api/`.
 */
export const isCall = (request: FastifyRequest): boolean =>
  (request.routeOptions.url ?? request.url).startsWith('/api/')

/** On a route for files, the refusal of a wrong body type asks for a form, and not for JSON. */
const withUploadMessage = (refusal: Refusal, { routeOptions }: FastifyRequest) =>
  refusal.kind === 'wrong_type' && routeOptions.config?.files
    ? refuse('wrong_type', { message: WRONG_UPLOAD_TYPE })
    : refusal

/** Adds a ticket (the proof of arrival) to the refusal of a submit, unless the refusal is final. */
type GiveTicket = (request: FastifyRequest, refusal: Refusal) => Promise<Refusal>

/**
 * The one error handler. Every refusal leaves here, except those of admission before the request is read
 * (shed.ts).
 */
export const onError = (
  { log, config, validationCounter, now }: Deps,
  giveTicket: GiveTicket,
  logShed: ShedLog,
) => {
  // A full disk is an error in the log, because only the operator can free space.
  const logFullDisk = logByMinute(log, 'request.no_free_space', 'error')
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await giveTicket(request, withUploadMessage(asRefusal(error), request))
    request.refusedAs = refusal.kind
    validationCounter?.countRefusal(request, refusal, now())
    // We read the rest of the request, or a caller who is still sending would get a reset and no reply.
    if (refusal.kind === 'busy' && hasBody(request.raw)) await discardShedBody(request.raw)
    else if (isUpload(request)) await discardBody(request.raw)
    // The connection closes, or a refused caller could send without end and we would read it.
    if (hasBody(request.raw) && !request.raw.complete) reply.header('connection', 'close')
    // Messages of database errors contain values. So only names, codes and stack frames reach the log (T29).
    const code = codeOf(error)
    // A caller who disconnected receives no reply, and the portal logs no error for them.
    const isGone = request.raw.socket?.destroyed
    if (DISK_FULL_CODES.has(code) && !isGone) logFullDisk(refusal.kind, code)
    else if (refusal.status === 503 && !isGone) logShed(request.routeOptions?.config?.class ?? 'page', code)
    else if (refusal.status >= 500 && !isGone) {
      log('error', 'request.failed', {
        request_id: request.id,
        route: request.routeOptions.url ?? '',
        method: request.method,
        status: refusal.status,
        ...errorFields(error),
      })
    }
    // The refusal itself is not a file, even when the caller requested a file.
    reply.removeHeader('content-disposition')
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
    reply.status(refusal.status).header('cache-control', 'no-store')
    if (!isCall(request) && request.headers.accept?.includes('text/html')) {
      reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
      const isForm = request.method === 'POST' && request.routeOptions.config.takesForm === true
      const page = refusalPage(refusal, config.organisation.name, isForm, pageLanguageOf(request.url))
      return reply.type('text/html; charset=utf-8').send(page)
    }
    const body = refusal.body()
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(refusal.status >= 500 ? { ...body, request_id: request.id } : body))
  }
}
