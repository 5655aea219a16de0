import { useEffect, useState } from 'react'
import { serverNow, useSession } from '../session/session.ts'

/**
 * The time by the server's clock, updated each minute, and at once when the server has sent its time (A12).
 */
export function useNow(): Date {
  const [, tick] = useState(0)
  useSession()
  useEffect(() => {
    const timer = setInterval(() => tick((before) => before + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
  return new Date(serverNow())
}
