import { useCallback, useEffect, useMemo, useState } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'

type Written = URLSearchParams | Record<string, string>

/**
 * The query that was last requested. The router renders a new address late on a busy machine. A second press
 * before that must build on the first, not on the address still shown.
 */
export function useQuery(): [URLSearchParams, (next: Written, how?: NavigateOptions) => void] {
  const [drawn, go] = useSearchParams()
  const [requested, setRequested] = useState<string>()
  const { key, search } = useLocation()
  useEffect(() => {
    // The rendered query equals the address bar, after this change or the back button: nothing is pending any
    // more.
    if (search === location.search) setRequested(undefined)
  }, [key, search])
  const written = requested ?? String(drawn)
  return [
    useMemo(() => new URLSearchParams(written), [written]),
    useCallback(
      (next, how) => {
        const query = new URLSearchParams(next)
        setRequested(String(query))
        go(query, { preventScrollReset: true, ...how })
      },
      [go],
    ),
  ]
}
