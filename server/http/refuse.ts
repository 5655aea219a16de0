import type { FieldErrors } from '#contract/endpoint.ts'
import { REFUSALS, type RefusalBody, type RefusalKind } from '#contract/refusals.ts'

type RefusalDetails = {
  /** The sentence to show instead of the usual sentence of this kind of refusal. */
  message?: string
  /** Errors by the key that the page reads (A5): a field's name, or `non_field_errors` for the whole form. */
  fieldErrors?: FieldErrors
  /** Seconds after which the caller may try again. */
  retryAfter?: number
  /**
   * The reply is not sent before this time of `performance.now()`. So its duration does not reveal what was
   * done. Without it, the reply is sent at once.
   */
  notBefore?: number
  /** More keys of the refusal's JSON, for instance the current version after a `conflict` (T22). */
  also?: Record<string, unknown>
}

const DEFAULT_RETRY_SECONDS = 10
const BUSY_RETRY_SECONDS = { min: 5, max: 30 }
/** Random, so that callers who found the portal busy do not all come back together. */
export const busyRetrySeconds = (random = Math.random) =>
  BUSY_RETRY_SECONDS.min + Math.floor(random() * (BUSY_RETRY_SECONDS.max - BUSY_RETRY_SECONDS.min + 1))

/** The seconds after which a caller may try again, if the refusal itself does not say it. */
function usualRetrySeconds(kind: RefusalKind): number | undefined {
  if (kind === 'busy') return busyRetrySeconds()
  const { status } = REFUSALS[kind]
  return status === 429 || status === 503 ? DEFAULT_RETRY_SECONDS : undefined
}

/** A refusal on its way to the caller. Handlers throw it; `on-error.ts` turns it into the reply. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly status: number
  readonly retryAfter: number | undefined
  readonly notBefore: number
  readonly fieldErrors: FieldErrors
  readonly also: Record<string, unknown>
  constructor(kind: RefusalKind, details: RefusalDetails = {}) {
    const [firstFieldError] = Object.values(details.fieldErrors ?? {})
    // A refusal has no stack trace: no one reads it, and it would take a tenth of the time of shedding a
    // call.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(details.message ?? firstFieldError ?? REFUSALS[kind].message)
    Error.stackTraceLimit = stackTraceLimit
    this.kind = kind
    this.status = REFUSALS[kind].status
    this.retryAfter = details.retryAfter ?? usualRetrySeconds(kind)
    this.notBefore = details.notBefore ?? 0
    this.fieldErrors = details.fieldErrors ?? {}
    this.also = details.also ?? {}
  }

  /**
   * The JSON of a refusal. Its sentence is under three keys, because pages of the specification read
   * different keys (A5).
   */
  body(): RefusalBody {
    const fields = Object.fromEntries(
      Object.entries(this.fieldErrors).map(([field, sentence]) => [field, [sentence]]),
    )
    return {
      ...this.also,
      ...fields,
      code: this.kind,
      message: this.message,
      error: this.message,
      detail: this.message,
    }
  }
}

/** Refuses the call: `throw refuse('not_found')`. */
export const refuse = (kind: RefusalKind, details?: RefusalDetails) => new Refusal(kind, details)

/** Refuses field errors (422), each with its sentence. */
export const refuseFields = (fieldErrors: FieldErrors) => new Refusal('invalid', { fieldErrors })
