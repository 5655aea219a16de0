import type { PlaceInLine } from '#contract/line/endpoints.ts'
import { isCallFailed } from '../call.ts'

/** Someone who stands in the line with a form that is filled in. `againIn`: the turn had come and the portal was busy for a moment. */
export type InLine = { place: PlaceInLine; againIn?: number }

/** Whether a form that was sent now stands in the line, or goes on standing there: nothing of it is refused. */
export function inLineAfter(error: unknown, before: InLine | undefined): InLine | undefined {
  if (!isCallFailed(error)) return undefined
  if (error.body.code === 'line') return { place: error.body as unknown as PlaceInLine }
  const isAway = error.status === 0 || error.status === 429 || error.status === 503
  return before && isAway && error.body.code !== 'locked' ? { place: before.place, againIn: error.retryAfter ?? 10 } : undefined
}
