import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../deps.ts'
import { discardShedBody } from './multipart.ts'
import { hasBody } from './minimum-rate.ts'
import { refuse } from './refuse.ts'
import { REQUEST_ID } from './request-id.ts'

// Refuses calls under overload (503), and logs how many.

const LOG_EVERY_MS = 1_000

/**
 * Logs one line a second with the number of calls answered with 503, by class and cause. For instance:
 * `{count: 130, shed: {"read": 128, "submit 57P03": 2}}`. A line for each call would bury the important
 * lines.
 */
export function shedLog(log: Log) {
  let counts: Record<string, number> | undefined
  const logCounts = () => {
    const shed = counts ?? {}
    counts = undefined
    log('warn', 'request.shed', { count: Object.values(shed).reduce((sum, count) => sum + count, 0), shed })
  }
  return (callClass: string, code = '') => {
    if (!counts) {
      counts = {}
      setTimeout(logCounts, LOG_EVERY_MS).unref()
    }
    const key = code ? `${callClass} ${code}` : callClass
    counts[key] = (counts[key] ?? 0) + 1
  }
}
export type ShedLog = ReturnType<typeof shedLog>

/**
 * Sheds a call: refuses it under overload, like the error handler, but without the framework. That costs half
 * as much, and under overload most calls are shed. The server reads and discards what the caller still sends.
 * Otherwise the caller would see a reset instead of the reply.
 */
export function shedder(commonHeaders: Record<string, string>, logShed: ShedLog) {
  const headers = Object.entries({
    ...commonHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  }).flat()
  // The JSON of the refusal without its closing bracket: each call's request id is added at the end.
  const openBody = JSON.stringify(refuse('busy').body()).slice(0, -1)
  return async (request: FastifyRequest, reply: FastifyReply, retryAfter: number): Promise<void> => {
    reply.hijack()
    const { raw } = request
    if (hasBody(raw)) await discardShedBody(raw)
    if (raw.socket.destroyed) return
    logShed(request.routeOptions.config.class ?? 'page')
    const body = `${openBody},"request_id":"${request.id}"}`
    const closeHeader = hasBody(raw) && !raw.complete ? ['connection', 'close'] : []
    reply.raw.writeHead(503, [
      ...headers,
      ...closeHeader,
      REQUEST_ID,
      request.id,
      'retry-after',
      String(retryAfter),
      'content-length',
      String(Buffer.byteLength(body)),
    ])
    reply.raw.end(body)
  }
}
export type Shedder = ReturnType<typeof shedder>
