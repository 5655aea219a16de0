import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import { codeOf } from '../error-fields.ts'

/** How long a stop waits for the last spans to be sent. */
const STOP_MS = 3_000

/** The tracer of this process. `ratio` is the share of traces that are exported, from 0 to 1. */
export function createTracer({ ratio }: { ratio: number }) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'recruitment-portal' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    // Spans are sent in batches of 512. While 2,048 wait, new ones are dropped, so a missing collector costs
    // little.
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('portal')
  // The span to which the present work belongs.
  const presentContext = new AsyncLocalStorage<Context>()
  return {
    start: (name: string, kind: SpanKind, attributes: Record<string, string>, parent?: Context) =>
      tracer.startSpan(name, { kind, attributes }, parent ?? presentContext.getStore() ?? ROOT_CONTEXT),
    /** Runs `work` as a part of this span. */
    within: <Result>(span: Span, work: () => Result): Result =>
      presentContext.run(trace.setSpan(ROOT_CONTEXT, span), work),
    /** False when no trace would be exported: then no span is needed. */
    isTraced: () => {
      const context = presentContext.getStore()
      return context !== undefined && trace.getSpan(context)?.isRecording() === true
    },
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise((giveUp) => setTimeout(giveUp, STOP_MS).unref()),
      ]),
  }
}
export type PortalTracer = ReturnType<typeof createTracer>

/** Marks a span as failed. It gets only the error's code: a message may contain what a person typed (T29). */
export function markFailed(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', codeOf(error) || 'error')
}
