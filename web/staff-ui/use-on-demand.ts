import { useCallback, useRef, useState } from 'react'
import type { Loaded } from '../loaded.ts'
import { latestCall } from './latest-call.ts'

/**
 * Data that officers ask for with a press, such as the choices of a dialog. The press itself starts the call
 * with `load`, so that the call does not wait until the dialog is rendered. Where the data is shown,
 * `useRetry` calls `repeat` after an error. Meanwhile the error stays; `reload` removes it first.
 */
export function useOnDemand<Args extends unknown[], T>(fetchData: (...args: Args) => Promise<T>) {
  const [result, setResult] = useState<Loaded<T>>()
  const [fetchLatest] = useState(() => latestCall<T>(setResult))
  const lastFetch = useRef<() => Promise<T>>(undefined)
  const repeat = useCallback(() => {
    if (lastFetch.current) void fetchLatest(lastFetch.current)
  }, [fetchLatest])
  const reload = () => {
    setResult(undefined)
    repeat()
  }
  const load = (...args: Args) => {
    lastFetch.current = () => fetchData(...args)
    reload()
  }
  return { data: result?.data, error: result?.error, load, reload, repeat }
}

export type OnDemand<T> = Omit<ReturnType<typeof useOnDemand<[], T>>, 'load'>
