import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'

const KEY = 'on-the-way'
let isFirst = true

/**
 * Stores where this tab is going while the next page loads. If its program fails to load, the router reloads
 * the old address; the browser then continues to the page itself (N6).
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
      // If the browser stores nothing, the old page stays, as the router left it.
    }
  }, [target])
}
