import { takeFromTab } from './tab-storage.ts'

/**
 * The key under which a tab stores the address that it is going to, with its language, while the page loads.
 */
export const TARGET_KEY = 'on-the-way'

/**
 * Opens the page that this tab was going to. If that page's program does not load, the router reloads the
 * page where the tab still is (N6). After that reload, this function opens the page that was wanted.
 */
export function goOnAfterReload() {
  const target = takeFromTab(TARGET_KEY)
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (target && visit?.type === 'reload') location.replace(location.origin + (target as string))
}
