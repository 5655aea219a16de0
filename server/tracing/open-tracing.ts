import type { Deps } from '../deps.ts'
import { isFromTrustedProxy } from '../http/request-id.ts'

/**
 * Sends traces to the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. Without it nothing is loaded. Call before
 * the app is built: it sets `deps.traceRequests` and puts spans around the statements of `deps.db`.
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
