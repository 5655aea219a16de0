import type { IncomingMessage } from 'node:http'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { knownMethod, routeOf } from '../http/count-requests.ts'
import type { PortalTracer } from './tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

/**
 * The W3C header `traceparent`: version, trace, span and flags, with hyphens between them. The trace has 32
 * hex digits, the span 16 and the flags 2.
 */
const TRACEPARENT = /^00-(?<traceId>[\da-f]{32})-(?<spanId>[\da-f]{16})-(?<flags>[\da-f]{2})$/

/** The span in which a trusted proxy sent this request; the root context without a valid header. */
function parentOf({ headers }: IncomingMessage): Context {
  const header = headers['traceparent']
  const { traceId, spanId, flags } = TRACEPARENT.exec(typeof header === 'string' ? header : '')?.groups ?? {}
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  // Only the lowest bit of the flags is kept: it says whether the caller records the trace.
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, context)
}

/**
 * Makes a span for each request that reaches the framework. Call `startSpans` before all other hooks are
 * added, and `runInSpans` after them. `runInSpans` is needed because a hook may continue in the context of
 * another request.
 */
export function requestTracer(tracer: PortalTracer, isFromProxy: (request: IncomingMessage) => boolean) {
  const startSpans = (app: FastifyInstance) => {
    app.decorateRequest('span')
    app.addHook('onRequest', (request, _reply, done) => {
      const route = routeOf(request)
      const method = knownMethod(request.method)
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'portal.request_id': request.id,
      }
      const parent = isFromProxy(request.raw) ? parentOf(request.raw) : ROOT_CONTEXT
      request.span = tracer.start(`${method} ${route}`, SpanKind.SERVER, attributes, parent)
      done()
    })
    app.addHook('onResponse', ({ span }, { raw }, done) => {
      // When no headers were sent, the caller left before the reply started.
      if (raw.headersSent) span?.setAttribute('http.response.status_code', raw.statusCode)
      if (!raw.headersSent || raw.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
      done()
    })
  }
  const runInSpans = (app: FastifyInstance) =>
    app.addHook('preHandler', ({ span }, _reply, done) => {
      if (span) tracer.within(span, done)
      else done()
    })
  return { startSpans, runInSpans }
}
