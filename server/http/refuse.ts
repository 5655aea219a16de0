import type { FieldErrors } from '#contract/endpoint.ts'
import { REFUSALS, type RefusalBody, type RefusalKind } from '#contract/refusals.ts'

type Details = {
  /** A sentence in place of the kind's own. */
  message?: string
  /** The keys the screen reads (A5): a field, or `non_field_errors`. */
  faults?: FieldErrors
  /** Seconds until another try makes sense. */
  retryAfter?: number
  /** It is answered at this moment of the monotonic clock, and no sooner: what was done until then must not show in the time. */
  notBefore?: number
  /** What else the answer carries, under names of its own: what stands now, after a `conflict` (T22). */
  also?: Record<string, unknown>
}

/** A refusal on its way to the caller. Thrown by acts, caught once in `on-error.ts`. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly status: number
  readonly retryAfter: number | undefined
  readonly notBefore: number
  readonly faults: FieldErrors
  readonly also: Record<string, unknown>
  constructor(kind: RefusalKind, details: Details = {}) {
    // Nobody reads where a refusal was thrown, and finding out takes a tenth of the time of shedding a call.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(details.message ?? Object.values(details.faults ?? {})[0] ?? REFUSALS[kind].message)
    Error.stackTraceLimit = stackTraceLimit
    this.kind = kind
    this.status = REFUSALS[kind].status
    this.retryAfter = details.retryAfter ?? (this.status === 429 || this.status === 503 ? 10 : undefined)
    this.notBefore = details.notBefore ?? 0
    this.faults = details.faults ?? {}
    this.also = details.also ?? {}
  }

  /** A5: one builder for every refusal; each screen finds the key it reads. */
  body(): RefusalBody {
    const fields = Object.fromEntries(Object.entries(this.faults).map(([field, sentence]) => [field, [sentence]]))
    return { ...(this.also as Record<never, never>), ...fields, code: this.kind, message: this.message, error: this.message, detail: this.message }
  }
}

/** Refuse the call: `throw refuse('not_found')`. */
export const refuse = (kind: RefusalKind, details?: Details) => new Refusal(kind, details)

/** Refuse faulty fields (422), each with its sentence. */
export const refuseFields = (faults: FieldErrors) => new Refusal('invalid', { faults })
