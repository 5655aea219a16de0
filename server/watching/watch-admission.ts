import { type Class, CLASSES } from '#contract/endpoint.ts'
import type { Admission } from '../admission/admission.ts'
import { recordOf } from '../record-of.ts'

/**
 * Counts how many requests of each class wait for a slot or hold one, by wrapping `admission.enter`.
 * `onSettled` gets how many milliseconds each waited for its slot, or until it was refused.
 */
export function watchAdmission(admission: Admission, onSettled: (name: Class, waitedMs: number) => void) {
  const states = recordOf(CLASSES, () => ({ waiting: 0, inFlight: 0 }))
  const enter = admission.enter.bind(admission)
  admission.enter = (arrival, settle) => {
    const state = states[arrival.class]
    const sinceMs = performance.now()
    // The state in which this request is counted now; undefined when it is over.
    let counted: keyof typeof state | undefined = 'waiting'
    state.waiting++
    const move = (to: typeof counted) => {
      if (counted) state[counted]--
      counted = to
      if (counted) state[counted]++
    }
    const release = enter(arrival, (hasSlot) => {
      onSettled(arrival.class, performance.now() - sinceMs)
      move(hasSlot ? 'inFlight' : undefined)
      settle(hasSlot)
    })
    return () => {
      move(undefined)
      release()
    }
  }
  return states
}
