import { useEffect, useState } from 'react'
import { serverNow } from '../session/session.ts'

/** The time by the server's clock, moving on each minute. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return new Date(now)
}
