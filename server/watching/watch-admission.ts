import { type Class, CLASSES } from '#contract/endpoint.ts'
import type { Admission } from '../admission/admission.ts'
import { recordOf } from '../record-of.ts'

/**
 * Counts around `admission.enter` how many calls of each class wait for a slot and hold one. `onSettled` gets
 * how long each waited, in milliseconds, for its slot or until it was shed.
 */
export function watchAdmission(admission: Admission, onSettled: (name: Class, waitedMs: number) => void) {
  const states = recordOf(CLASSES, () => ({ waiting: 0, inFlight: 0 }))
  const enter = admission.enter.bind(admission)
  admission.enter = (arrival, settle) => {
    const state = states[arrival.class]
    const sinceMs = performance.now()
    // Where this call is counted now; undefined once it is out.
    let counted: keyof typeof state | undefined = 'waiting'
    state.waiting++
    const move = (to: typeof counted) => {
      if (counted) state[counted]--
      counted = to
      if (counted) state[counted]++
    }
    const release = enter(arrival, (isIn) => {
      onSettled(arrival.class, performance.now() - sinceMs)
      move(isIn ? 'inFlight' : undefined)
      settle(isIn)
    })
    return () => {
      move(undefined)
      release()
    }
  }
  return states
}
