import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first paint of its markup, true as soon as the page is alive. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
