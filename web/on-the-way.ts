import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'

const TARGET_KEY = 'on-the-way'
let isFirstRun = true

/**
 * Stores where this tab is going while the next page loads. If its program fails to load, the router reloads
 * the old address; the browser then continues to the page itself (N6).
 */
export function useOnTheWay() {
  const nextLocation = useNavigation().location
  const target = nextLocation ? createPath(nextLocation) : ''
  useEffect(() => {
    try {
      const earlierTarget = isFirstRun && sessionStorage.getItem(TARGET_KEY)
      isFirstRun = false
      sessionStorage.setItem(TARGET_KEY, target)
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      if (earlierTarget && visit?.type === 'reload') location.replace(location.origin + earlierTarget)
    } catch {
      // If the browser stores nothing, the old page stays, as the router left it.
    }
  }, [target])
}
