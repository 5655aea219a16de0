import type { PlaceInLine } from '#contract/line/line.ts'
import { isCallFailed } from '../call.ts'

/**
 * A person in the line with a completed form. `againIn`: seconds until the next try, when the turn came and
 * the portal was busy.
 */
export type LineWait = { place: PlaceInLine; retrySeconds?: number }

const isPlace = (body: object): body is PlaceInLine => 'ticket' in body && 'arrived_at' in body

/**
 * The place in line after a failed submit: a new one, or the earlier one while the portal is away. Undefined
 * otherwise.
 */
export function lineWaitAfter(error: unknown, previousWait: LineWait | undefined): LineWait | undefined {
  if (!isCallFailed(error)) return undefined
  if (error.body.code === 'line' && isPlace(error.body)) return { place: error.body }
  const isUnavailable = error.status === 0 || error.status === 429 || error.status === 503
  return previousWait && isUnavailable && error.body.code !== 'locked'
    ? { place: previousWait.place, retrySeconds: error.retryAfter ?? 10 }
    : undefined
}
