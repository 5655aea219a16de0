import { useEffect, useState } from 'react'
import { busyFor } from '../loaded.ts'

export type Fetched<T> = { data?: T | undefined; error?: unknown; reload: () => void }

/**
 * Fetches what is no part of a page's data, once per `key`; a response for an earlier key is ignored. A
 * failed fetch is repeated when the network is back, or when a busy portal allows it.
 */
export function useFetched<T>(key: string, fetchData: () => Promise<T>): Fetched<T> {
  const [result, setResult] = useState<{ key: string; data?: T; error?: unknown }>({ key })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let current = true
    fetchData().then(
      (data) => current && setResult({ key, data }),
      (error: unknown) => current && setResult({ key, error }),
    )
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` says when something else is fetched
  }, [key, attempt])
  const { data, error } = result.key === key ? result : { data: undefined, error: undefined }
  const reload = () => {
    setResult({ key })
    setAttempt((before) => before + 1)
  }
  useEffect(() => {
    if (error === undefined) return
    const repeat = () => {
      // A hidden page makes no calls.
      if (document.visibilityState === 'visible') setAttempt((before) => before + 1)
    }
    const seconds = busyFor(error)
    const timer = seconds && setInterval(repeat, seconds * 1_000)
    addEventListener('online', repeat)
    return () => {
      clearInterval(timer || undefined)
      removeEventListener('online', repeat)
    }
  }, [error])
  return { data, error, reload }
}
