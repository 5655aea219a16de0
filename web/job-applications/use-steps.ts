import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Step } from '#contract/job-applications/words.ts'
import { stepFrom } from './draft.ts'
import { isUnderway, type StateName } from './states.ts'

/** A step as an entry of the browser's history. */
type Entry = {
  application: number
  step: Step
  /** How many steps of this visit come before this one in the browser's history. */
  depth: number
  /** Reached by Previous: Back does not return to the steps that Previous passed. */
  byPrevious?: boolean
}

const entryOf = (state: unknown): Entry | undefined => {
  const found = state as Partial<Entry> | null
  return found && typeof found.application === 'number' && typeof found.depth === 'number'
    ? {
        application: found.application,
        step: stepFrom(found.step),
        depth: found.depth,
        byPrevious: found.byPrevious === true,
      }
    : undefined
}

/** How many steps come before the open one in the history. */
export const depthOf = (state: unknown): number => entryOf(state)?.depth ?? 0

/**
 * The step that is shown. Each step is an entry of the browser's history: Back goes to the step before, and
 * leaves the form only from the first step. An entry without a step starts where the draft was left.
 */
export function useSteps(application: number, saved: Step, is: StateName) {
  const { pathname, search, state, key } = useLocation()
  const navigate = useNavigate()
  const found = entryOf(state)
  const here = found?.application === application ? found : undefined
  // An application that is being sent, or was sent, has no steps to go back to.
  const fixed = isUnderway(is) || is === 'sent'
  const step = fixed ? 5 : (here?.step ?? saved)
  const depth = here?.depth ?? 0
  const shown = useRef(here)
  const leaving = useRef(false)

  const show = (entry: Omit<Entry, 'application'>, replace: boolean) =>
    void navigate(
      { pathname, search },
      { state: { application, ...entry }, replace, preventScrollReset: true },
    )

  const arrive = useEffectEvent(() => {
    leaving.current = false
    const before = shown.current
    const wentBack = before !== undefined && here !== undefined && here.depth < before.depth
    if (wentBack && fixed) return void navigate(-(here.depth + 1))
    if (wentBack && before.byPrevious && here.step >= before.step) return void navigate(-1)
    shown.current = here
    if (here?.step !== step) show({ step, depth }, true)
  })
  useEffect(() => arrive(), [key, step])

  const go = (to: Step, { byPrevious = false } = {}) => {
    // Ignore a second press before the step has changed.
    if (to === step || leaving.current) return
    leaving.current = true
    // Show the press first: a slow phone needs a third of a second to draw a step.
    requestAnimationFrame(() =>
      setTimeout(() => show({ step: to, depth: byPrevious ? depth : depth + 1, byPrevious }, byPrevious)),
    )
  }
  return { step, go }
}
