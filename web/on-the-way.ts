import { useLayoutEffect } from 'react'
import { createPath, useNavigation } from 'react-router'
import { TARGET_KEY } from './starter/on-the-way.ts'
import { storeInTab } from './starter/tab-storage.ts'

/**
 * Stores where this tab is going while the next page loads. After a reload the starter goes on there (N6). If
 * the browser stores nothing, a page whose program fails leaves its reader on the page before.
 */
export function useOnTheWay() {
  const nextLocation = useNavigation().location
  const target = nextLocation ? createPath(nextLocation) : ''
  // At once: the next page may fail before the browser paints.
  useLayoutEffect(() => {
    storeInTab(TARGET_KEY, target)
  }, [target])
}
