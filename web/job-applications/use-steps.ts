import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Step } from '#contract/job-applications/words.ts'
import { stepFrom } from './draft.ts'
import { isUnderway, type StateName } from './states.ts'

/** A step as an entry of the browser's history. */
type HistoryEntry = {
  application: number
  step: Step
  /** How many steps of this visit come before this one in the browser's history. */
  depth: number
  /** Reached by Previous: Back does not return to the steps that Previous passed. */
  byPrevious?: boolean
}

/** The entry in `history.state`; undefined if the state is of another page. */
const entryFrom = (state: unknown): HistoryEntry | undefined => {
  if (typeof state !== 'object' || state === null) return undefined
  const { application, depth, step, byPrevious }: Record<string, unknown> = { ...state }
  if (typeof application !== 'number' || typeof depth !== 'number') return undefined
  return { application, step: stepFrom(step), depth, byPrevious: byPrevious === true }
}

/** How many steps come before the open one in the history. */
export const depthOf = (state: unknown): number => entryFrom(state)?.depth ?? 0

/**
 * The step that is shown. Each step is an entry of the browser's history: Back goes to the step before, and
 * leaves the form only from the first step. An entry without a step starts where the draft was left.
 */
export function useSteps(application: number, savedStep: Step, is: StateName) {
  const { pathname, search, state, key } = useLocation()
  const navigate = useNavigate()
  const entry = entryFrom(state)
  const current = entry?.application === application ? entry : undefined
  // An application that is being sent, or was sent, has no steps to go back to.
  const isFixed = isUnderway(is) || is === 'sent'
  // Step 5 is the review, from which the application is sent.
  const step = isFixed ? 5 : (current?.step ?? savedStep)
  const depth = current?.depth ?? 0
  const shown = useRef(current)
  const isLeaving = useRef(false)

  /** Shows a step, as a new entry of the history or instead of the open one (`replace`). */
  const show = (next: Omit<HistoryEntry, 'application'>, replace: boolean) =>
    void navigate(
      { pathname, search },
      { state: { application, ...next }, replace, preventScrollReset: true },
    )

  const arrive = useEffectEvent(() => {
    isLeaving.current = false
    const previous = shown.current
    const wentBack = previous !== undefined && current !== undefined && current.depth < previous.depth
    // Leave the form at once: its steps are closed.
    if (wentBack && isFixed) return void navigate(-(current.depth + 1))
    // Skip the steps that Previous passed.
    if (wentBack && previous.byPrevious && current.step >= previous.step) return void navigate(-1)
    shown.current = current
    // An entry without a step gets the shown one, and so does any entry once the application is being sent.
    if (current?.step !== step) show({ step, depth }, true)
  })
  useEffect(() => arrive(), [key, step])

  const go = (to: Step, { byPrevious = false } = {}) => {
    // Ignore a second press before the step has changed.
    if (to === step || isLeaving.current) return
    isLeaving.current = true
    // Show the press first: a slow phone needs a third of a second to draw a step.
    requestAnimationFrame(() =>
      setTimeout(() => show({ step: to, depth: byPrevious ? depth : depth + 1, byPrevious }, byPrevious)),
    )
  }
  return { step, go }
}
