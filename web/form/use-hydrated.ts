import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first render; true after hydration. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
