import { useEffect, useState } from 'react'

/**
 * The server's time when the page was made, plus the time that has passed since: an open page notices when a
 * deadline passes (J1).
 */
export function useNow(made: string): Date {
  const [now, setNow] = useState(made)
  useEffect(() => {
    const start = performance.now()
    const tick = () => setNow(new Date(Date.parse(made) + performance.now() - start).toISOString())
    setNow(made)
    const timer = setInterval(tick, 15_000)
    return () => clearInterval(timer)
  }, [made])
  return new Date(now)
}
