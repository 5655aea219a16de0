import { useEffect, useState } from 'react'
import { serverNow, useSession } from '../session/session.ts'

const MINUTE_MS = 60_000

/** The time by the server's clock, updated each minute: the clock of the device may be wrong (A12). */
export function useNow(): Date {
  const [, tick] = useState(0)
  // This hook renders the component again when the session learns the server's time.
  useSession()
  useEffect(() => {
    const timer = setInterval(() => tick((before) => before + 1), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return new Date(serverNow())
}
