import type { PlaceInLine } from '#contract/line/line.ts'
import { isCallFailed } from '../call.ts'

/**
 * A person in the line with a completed form. `againIn`: seconds until the next try, when the turn came and
 * the portal was busy.
 */
export type InLine = { place: PlaceInLine; againIn?: number }

const isPlace = (body: object): body is PlaceInLine => 'ticket' in body && 'arrived_at' in body

/**
 * The place in line after a failed submit: a new one, or the earlier one while the portal is away. Undefined
 * otherwise.
 */
export function inLineAfter(error: unknown, before: InLine | undefined): InLine | undefined {
  if (!isCallFailed(error)) return undefined
  if (error.body.code === 'line' && isPlace(error.body)) return { place: error.body }
  const isAway = error.status === 0 || error.status === 429 || error.status === 503
  return before && isAway && error.body.code !== 'locked'
    ? { place: before.place, againIn: error.retryAfter ?? 10 }
    : undefined
}
