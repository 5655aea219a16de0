import { useEffect, useState } from 'react'

/**
 * The server's time when the page was made, plus the time that has passed since: an open page notices when a
 * deadline passes (J1).
 */
export function useNow(loadedAt: string): Date {
  const [now, setNow] = useState(loadedAt)
  useEffect(() => {
    const startedAt = performance.now()
    const tick = () => setNow(new Date(Date.parse(loadedAt) + performance.now() - startedAt).toISOString())
    setNow(loadedAt)
    const timer = setInterval(tick, 15_000)
    return () => clearInterval(timer)
  }, [loadedAt])
  return new Date(now)
}
