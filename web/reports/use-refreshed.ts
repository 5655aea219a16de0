import { useEffect, useRef, useState } from 'react'
import { REPORTS } from '#contract/reports/limits.ts'
import type { Loaded } from '../loaded.ts'

/** `data` is the last response that arrived. It stays when the latest request has failed (`hasFailed`). */
export type Refreshed<T> = {
  data?: T | undefined
  error?: unknown
  hasFailed: boolean
  isLoading: boolean
  reload: () => void
}

/** Calls `reload` every `everyMs` ms, when the page becomes visible, and when the network is back. */
function useRepeated(reload: () => void, everyMs: number) {
  const latestReload = useRef(reload)
  useEffect(() => {
    latestReload.current = reload
  })
  useEffect(() => {
    // While the page is hidden, it makes no calls.
    const repeat = () => {
      if (document.visibilityState === 'visible') latestReload.current()
    }
    const timer = setInterval(repeat, everyMs)
    document.addEventListener('visibilitychange', repeat)
    addEventListener('online', repeat)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', repeat)
      removeEventListener('online', repeat)
    }
  }, [everyMs])
}

/**
 * The data of a loader, loaded again every `everyMs` (by default half a minute) while the page is visible.
 * Earlier data stays until newer data arrives. `initial` is what the page's loader got. Without it, the first
 * call is made at once.
 */
export function useRefreshed<T>(
  fetchData: () => Promise<T>,
  initial?: Loaded<T>,
  everyMs: number = REPORTS.refreshMs,
): Refreshed<T> {
  // `source`: the loader's result that this data replaced or came from.
  const [latest, setLatest] = useState<{ source: Loaded<T> | undefined; data?: T; error?: unknown }>({
    ...initial,
    source: initial,
  })
  // If the page's loader has loaded again, its data replaces what this hook loaded, but an error does not.
  if (latest.source !== initial) setLatest({ data: latest.data, ...initial, source: initial })
  const [isLoading, setLoading] = useState(false)
  const isBusy = useRef(false)
  const reload = () => {
    if (isBusy.current) return
    isBusy.current = true
    setLoading(true)
    // When the page's loader has loaded again, an answer to an earlier call may belong to another page.
    const changeIfCurrent = (change: (before: typeof latest) => typeof latest) =>
      setLatest((before) => (before.source === initial ? change(before) : before))
    void fetchData()
      .then(
        (data) => changeIfCurrent((before) => ({ source: before.source, data })),
        (error: unknown) => changeIfCurrent((before) => ({ ...before, error })),
      )
      .finally(() => {
        isBusy.current = false
        setLoading(false)
      })
  }
  useRepeated(reload, everyMs)
  useEffect(() => {
    if (!initial) reload()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the first time
  }, [])
  return { data: latest.data, error: latest.error, hasFailed: latest.error !== undefined, isLoading, reload }
}
