import { useSyncExternalStore } from 'react'

/** Hydration happens once: there is nothing to subscribe to. */
const subscribeToNothing = () => () => {}

/** False on the server and in the first render; true after hydration. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
