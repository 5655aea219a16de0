import type { Deps } from '../deps.ts'
import { isFromTrustedProxy } from '../http/request-id.ts'

/**
 * Sends traces of requests to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. Without that address, no
 * tracing library is loaded. Call it before the app is built: it sets `deps.traceRequests` and traces the
 * statements of `deps.db`.
 */
export async function openTracing(deps: Deps): Promise<{ close: () => Promise<unknown> }> {
  const { tracing } = deps.config
  if (!tracing) return { close: async () => {} }
  const [{ createTracer }, { traceDatabase }, { requestTracer }] = await Promise.all([
    import('./tracer.ts'),
    import('./trace-database.ts'),
    import('./trace-requests.ts'),
  ])
  const tracer = createTracer(tracing)
  deps.db = traceDatabase(deps.db, tracer)
  deps.traceRequests = requestTracer(tracer, isFromTrustedProxy(deps.config))
  return { close: tracer.close }
}
