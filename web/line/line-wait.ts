import type { PlaceInLine } from '#contract/line/line.ts'
import { isCallFailed } from '../call.ts'

/** How many seconds to wait if the portal names no time. */
const DEFAULT_RETRY_SECONDS = 10

/**
 * A wait in the line of a person whose form is complete. If their turn came but the portal was busy, the form
 * is sent again after `retrySeconds`.
 */
export type LineWait = { place: PlaceInLine; retrySeconds?: number }

// In a refusal with the code `line`, `ticket` is the place in the line. Elsewhere, it is for a submit.
const isPlace = (body: object): body is PlaceInLine => 'ticket' in body && 'arrived_at' in body

/**
 * The wait of a person after a failed call: at a new place in the line, or at the previous place while the
 * portal is unavailable. Undefined if the call failed for another reason.
 */
export function lineWaitAfter(error: unknown, previousWait: LineWait | undefined): LineWait | undefined {
  if (!isCallFailed(error)) return undefined
  if (error.body.code === 'line' && isPlace(error.body)) return { place: error.body }
  // Status 0: the server did not answer. `locked` is a 429 about this account, so waiting does not help.
  const isUnavailable = error.status === 0 || error.status === 429 || error.status === 503
  return previousWait && isUnavailable && error.body.code !== 'locked'
    ? { place: previousWait.place, retrySeconds: error.retryAfter ?? DEFAULT_RETRY_SECONDS }
    : undefined
}
