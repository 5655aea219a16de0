import { use, useLayoutEffect } from 'react'
import {
  createPath,
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigation,
} from 'react-router'
import { TARGET_KEY } from './starter/on-the-way.ts'
import { storeInTab } from './starter/tab-storage.ts'

/**
 * Stores the address that this tab is going to while the next page loads. If the program of that page fails,
 * the router reloads the page that is still open. The starter, which runs first, then opens the stored
 * address (N6). In a browser that stores nothing, the person stays on the open page.
 */
export function useOnTheWay() {
  const router = use(DataRouterContext)?.router
  // The router calls this before it loads a program. React renders later, when the program may have failed.
  useLayoutEffect(
    () =>
      router?.subscribe(({ navigation: { location } }) => {
        if (location) storeInTab(TARGET_KEY, createPath(location))
      }),
    [router],
  )
  const isLoading = useNavigation().location !== undefined
  const { key } = useLocation()
  // Deleted only when a page is rendered: a reload ends the navigation too, but renders nothing.
  useLayoutEffect(() => {
    if (!isLoading) storeInTab(TARGET_KEY, '')
  }, [isLoading, key])
}
