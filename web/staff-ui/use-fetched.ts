import { useCallback, useEffect, useState } from 'react'
import { useRetry } from '../loaded.ts'

export type Fetched<T> = { data?: T | undefined; error?: unknown; reload: () => void }

/**
 * Fetches data that no loader of the page has, once for each `key`. A reply for an earlier key is ignored. If
 * a fetch fails, it is repeated when the network is back, or when a busy portal allows it.
 */
export function useFetched<T>(key: string, fetchData: () => Promise<T>): Fetched<T> {
  const [result, setResult] = useState<{ key: string; data?: T; error?: unknown }>({ key })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    fetchData().then(
      (data) => isCurrent && setResult({ key, data }),
      (error: unknown) => isCurrent && setResult({ key, error }),
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` says when something else is fetched
  }, [key, attempt])
  const { data, error } = result.key === key ? result : { data: undefined, error: undefined }
  // While a failed call is repeated, its error stays on the page.
  const repeat = useCallback(() => setAttempt((before) => before + 1), [])
  useRetry(error, repeat)
  const reload = () => {
    setResult({ key })
    repeat()
  }
  return { data, error, reload }
}
