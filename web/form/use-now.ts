import { useEffect, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

const TICK_MS = 15_000

/**
 * The present time: the server's time when the data was loaded (`loadedAt`), plus the time since then. So an
 * open page notices when a deadline passes (J1), whatever the phone's clock says.
 */
export function useNow(loadedAt: string): Date {
  const [now, setNow] = useState(loadedAt)
  const isHydrated = useHydrated()
  // Set only in a page that the server rendered. Its script may start long after the page has loaded. So the
  // time counts from the load of the page, where `performance.now()` is 0.
  const [serverRenderedAt] = useState(isHydrated ? undefined : loadedAt)
  useEffect(() => {
    const startedAt = loadedAt === serverRenderedAt ? 0 : performance.now()
    const tick = () => setNow(new Date(Date.parse(loadedAt) + performance.now() - startedAt).toISOString())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [loadedAt, serverRenderedAt])
  return new Date(now)
}
