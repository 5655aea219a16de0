import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router'

type QueryInput = URLSearchParams | Record<string, string>

/**
 * The query of the address, and a function that changes it. The router may render a new address late. So this
 * is the query that was requested last, and a second change builds on it.
 */
export function useQuery(): [URLSearchParams, (next: QueryInput, options?: NavigateOptions) => void] {
  const [rendered, navigate] = useSearchParams()
  const [requested, setRequested] = useState<string>()
  const { key, search } = useLocation()
  // A later effect could run after the next press, and forget its request.
  useLayoutEffect(() => {
    // The router has rendered the query of the address bar, so no change is still on its way. If the same
    // query was requested again, only `key` changes.
    if (search === location.search) setRequested(undefined)
  }, [key, search])
  const queryText = requested ?? String(rendered)
  return [
    useMemo(() => new URLSearchParams(queryText), [queryText]),
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
