import { useCallback, useEffect, useMemo, useState } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'

type QueryInput = URLSearchParams | Record<string, string>

/**
 * The query of the address, and the function that changes it. It is the query that was requested last,
 * because the router may render a new address late. A second change before that builds on the first.
 */
export function useQuery(): [URLSearchParams, (next: QueryInput, options?: NavigateOptions) => void] {
  const [rendered, navigate] = useSearchParams()
  const [requested, setRequested] = useState<string>()
  const { key, search } = useLocation()
  useEffect(() => {
    // The router has rendered the query of the address bar, so nothing is pending any more.
    if (search === location.search) setRequested(undefined)
  }, [key, search])
  const written = requested ?? String(rendered)
  return [
    useMemo(() => new URLSearchParams(written), [written]),
    useCallback(
      (next, options) => {
        const query = new URLSearchParams(next)
        setRequested(String(query))
        navigate(query, { preventScrollReset: true, ...options })
      },
      [navigate],
    ),
  ]
}
