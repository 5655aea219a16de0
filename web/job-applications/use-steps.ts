import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Step } from '#contract/job-applications/words.ts'
import { stepFrom } from './draft.ts'
import { isUnderway, type StateName } from './states.ts'

/** A step as an entry of the browser's history. */
type HistoryEntry = {
  application: number
  step: Step
  /** How many steps of this visit come before this step in the browser's history. */
  depth: number
  /** True if the button Previous led here. Back then does not return to the steps that Previous passed. */
  byPrevious?: boolean
}

/** The step stored in `history.state`; undefined if the state belongs to another page. */
const entryFrom = (state: unknown): HistoryEntry | undefined => {
  if (typeof state !== 'object' || state === null) return undefined
  const { application, depth, step, byPrevious }: Record<string, unknown> = { ...state }
  if (typeof application !== 'number' || typeof depth !== 'number') return undefined
  return { application, step: stepFrom(step), depth, byPrevious: byPrevious === true }
}

/** How many steps of the form come before the open one in the browser's history. */
export const depthOf = (state: unknown): number => entryFrom(state)?.depth ?? 0

/**
 * The shown step of the form. Each step is an entry of the browser's history: Back leads to the step before,
 * and from the first step out of the form. An entry without a step starts where the draft was left.
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
  /** True after a press of a button, until the new step is shown. */
  const isLeaving = useRef(false)

  /** Shows a step, as a new entry of the history or instead of the open one (`replace`). */
  const show = (next: Omit<HistoryEntry, 'application'>, replace: boolean) =>
    void navigate(
      { pathname, search },
      { state: { application, ...next }, replace, preventScrollReset: true },
    )

  /** Runs when another step or another entry of the history is shown. */
  const arrive = useEffectEvent(() => {
    isLeaving.current = false
    const previous = shown.current
    const wentBack = previous !== undefined && current !== undefined && current.depth < previous.depth
    // The steps of a sent application are closed, so Back leaves the form at once.
    if (wentBack && isFixed) return void navigate(-(current.depth + 1))
    // Back skips the steps over which the button Previous led.
    if (wentBack && previous.byPrevious && current.step >= previous.step) return void navigate(-1)
    shown.current = current
    // An entry without a step gets the shown one. While the application is sent, any entry gets it.
    if (current?.step !== step) show({ step, depth }, true)
  })
  useEffect(() => arrive(), [key, step])

  const go = (to: Step, { byPrevious = false } = {}) => {
    // A second press is ignored until the step has changed.
    if (to === step || isLeaving.current) return
    isLeaving.current = true
    // The browser first paints the press: a slow phone needs a third of a second to draw a step.
    requestAnimationFrame(() =>
      setTimeout(() => show({ step: to, depth: byPrevious ? depth : depth + 1, byPrevious }, byPrevious)),
    )
  }
  return { step, go }
}
