import { useEffect, useRef, useState } from 'react'
import { REPORTS } from '#contract/reports/limits.ts'

/** The last successful response. `stale`: the latest request failed, so the data is older. */
export type Refreshed<T> = {
  data?: T | undefined
  error?: unknown
  stale: boolean
  asking: boolean
  again: () => void
}

/**
 * Loads at once, and again every half minute (or `everyMs`) while the page is visible. The data stays until
 * newer data arrives.
 */
export function useRefreshed<T>(
  key: string,
  ask: () => Promise<T>,
  everyMs: number = REPORTS.refreshMs,
): Refreshed<T> {
  const [held, setHeld] = useState<{ key: string; data?: T; error?: unknown; failed: boolean }>({
    key,
    failed: false,
  })
  const [asking, setAsking] = useState(false)
  const turn = useRef<() => void>(() => {})
  useEffect(() => {
    let current = true
    let busy = false
    const look = () => {
      if (busy) return
      busy = true
      setAsking(true)
      void ask()
        .then(
          (data) => current && setHeld({ key, data, failed: false }),
          (error: unknown) =>
            current &&
            setHeld((before) => ({ ...(before.key === key ? before : { key }), error, failed: true })),
        )
        .finally(() => {
          busy = false
          if (current) setAsking(false)
        })
    }
    turn.current = look
    const seen = () => document.visibilityState === 'visible'
    const timer = setInterval(() => seen() && look(), everyMs)
    const back = () => seen() && look()
    document.addEventListener('visibilitychange', back)
    addEventListener('online', back)
    look()
    return () => {
      current = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', back)
      removeEventListener('online', back)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` says when the question is another one
  }, [key, everyMs])
  const mine = held.key === key ? held : undefined
  return {
    data: mine?.data,
    error: mine?.error,
    stale: mine?.failed === true,
    asking,
    again: () => turn.current(),
  }
}
