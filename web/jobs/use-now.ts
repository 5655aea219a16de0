import { useEffect, useState } from 'react'

const TICK_MS = 15_000

/**
 * The server's time when the page was made, plus the time that has passed since. So an open page notices that
 * a deadline passes (J1), and the clock of the phone does not matter.
 */
export function useNow(loadedAt: string): Date {
  const [now, setNow] = useState(loadedAt)
  useEffect(() => {
    const startedAt = performance.now()
    const tick = () => setNow(new Date(Date.parse(loadedAt) + performance.now() - startedAt).toISOString())
    setNow(loadedAt)
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [loadedAt])
  return new Date(now)
}
