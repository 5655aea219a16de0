import { useCallback, useEffect, useMemo, useState } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'

type Written = URLSearchParams | Record<string, string>

/**
 * The query of the address as it was asked for last. The router draws a new address when it finds the time; on a busy machine a second
 * press comes before that, and is to build on the first, not on what still stands there.
 */
export function useQuery(): [URLSearchParams, (next: Written, how?: NavigateOptions) => void] {
  const [drawn, go] = useSearchParams()
  const [asked, setAsked] = useState<string>()
  const { key, search } = useLocation()
  useEffect(() => {
    // Drawn is what the address bar says, be it by this or by the way back: nothing is ahead of it any more.
    if (search === location.search) setAsked(undefined)
  }, [key, search])
  const written = asked ?? String(drawn)
  return [
    useMemo(() => new URLSearchParams(written), [written]),
    useCallback(
      (next, how) => {
        const query = new URLSearchParams(next)
        setAsked(String(query))
        go(query, { preventScrollReset: true, ...how })
      },
      [go],
    ),
  ]
}
