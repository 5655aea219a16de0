import { useLayoutEffect } from 'react'
import { createPath, useNavigation } from 'react-router'
import { TARGET_KEY } from './starter/on-the-way.ts'
import { storeInTab } from './starter/tab-storage.ts'

/**
 * Stores the address that this tab is going to while the next page loads. If the program of that page fails,
 * the router reloads the page that is still open. The starter, which runs first, then opens the stored
 * address (N6). In a browser that stores nothing, the person stays on the open page.
 */
export function useOnTheWay() {
  // `target` is undefined while no page loads. Then '' is stored, which means that the tab is going nowhere.
  const nextLocation = useNavigation().location
  const target = nextLocation ? createPath(nextLocation) : ''
  // The address is stored at once, because the next page may fail before the browser paints.
  useLayoutEffect(() => {
    storeInTab(TARGET_KEY, target)
  }, [target])
}
