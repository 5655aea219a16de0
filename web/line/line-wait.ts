import type { PlaceInLine } from '#contract/line/line.ts'
import { isCallFailed } from '../call.ts'

/** The wait used when the portal names none. */
const DEFAULT_RETRY_SECONDS = 10

/**
 * The wait of a person who is in the line with a completed form. `retrySeconds` is set if their turn came but
 * the portal was busy: the form is sent again after that time.
 */
export type LineWait = { place: PlaceInLine; retrySeconds?: number }

const isPlace = (body: object): body is PlaceInLine => 'ticket' in body && 'arrived_at' in body

/**
 * The wait after a failed call: a new place in the line, or the previous one while the portal is unavailable.
 * Undefined if the call failed for another reason.
 */
export function lineWaitAfter(error: unknown, previousWait: LineWait | undefined): LineWait | undefined {
  if (!isCallFailed(error)) return undefined
  if (error.body.code === 'line' && isPlace(error.body)) return { place: error.body }
  // Status 0: there was no answer. `locked` is a 429 about this account, so another try later does not help.
  const isUnavailable = error.status === 0 || error.status === 429 || error.status === 503
  return previousWait && isUnavailable && error.body.code !== 'locked'
    ? { place: previousWait.place, retrySeconds: error.retryAfter ?? DEFAULT_RETRY_SECONDS }
    : undefined
}
