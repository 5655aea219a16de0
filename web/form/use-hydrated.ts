import { useSyncExternalStore } from 'react'

/** Hydration happens once, so there is no change to which a component could subscribe. */
const subscribeToNothing = () => () => {}

/** Whether hydration is over: false on the server and in the first render, true after that. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
