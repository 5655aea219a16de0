import { useEffect } from 'react'
import { useNavigation } from 'react-router'

const KEY = 'on-the-way'

/** Where this tab is going while the page there is on its way. */
export function useOnTheWay() {
  const { location } = useNavigation()
  const target = location && location.pathname + location.search + location.hash
  useEffect(() => {
    try {
      if (target) sessionStorage.setItem(KEY, target)
      else sessionStorage.removeItem(KEY)
    } catch {
      // A browser that keeps nothing opens the old page again, as the router does.
    }
  }, [target])
}

/** Where the program of a page does not come, the router loads the old address again; from there the browser goes on to the page itself (N6). */
export function goOn() {
  try {
    const target = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (target && visit?.type === 'reload') location.replace(location.origin + target)
  } catch {
    // As above.
  }
}
