import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'

const KEY = 'on-the-way'
let isFirst = true

/**
 * Keeps where this tab is going while the page there is on its way. Where its program does not come, the router loads the old address again;
 * from there the browser goes on to the page itself (N6).
 */
export function useOnTheWay() {
  const next = useNavigation().location
  const target = next ? createPath(next) : ''
  useEffect(() => {
    try {
      const before = isFirst && sessionStorage.getItem(KEY)
      isFirst = false
      sessionStorage.setItem(KEY, target)
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      if (before && visit?.type === 'reload') location.replace(location.origin + before)
    } catch {
      // In a browser that keeps nothing the old page stays, as the router left it.
    }
  }, [target])
}
