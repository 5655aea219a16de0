import { transition } from './application-machine.ts'
import type { ApplicationState, Effect, Event } from './application-state.ts'

/** Holds the current state of one application. Only `dispatch` changes that state. */
export type ApplicationStore = ReturnType<typeof createApplicationStore>

/**
 * Every event goes through `transition` of the state machine. The store first takes the next state, then
 * performs the effects, then calls the listeners.
 */
export function createApplicationStore(initial: ApplicationState, perform: (effect: Effect) => void) {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    snapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch: (event: Event) => {
      const next = transition(state, event)
      state = next.state
      for (const effect of next.effects) perform(effect)
      for (const listener of listeners) listener()
    },
  }
}
