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
  // The time in the page that the server made. The program may start long after the page's load. So this page
  // counts from its load, where `performance.now()` is 0.
  const [timeOfPage] = useState(isHydrated ? undefined : loadedAt)
  useEffect(() => {
    const startedAt = loadedAt === timeOfPage ? 0 : performance.now()
    const tick = () => setNow(new Date(Date.parse(loadedAt) + performance.now() - startedAt).toISOString())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [loadedAt, timeOfPage])
  return new Date(now)
}
