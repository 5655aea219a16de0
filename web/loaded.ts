import { useCallback, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { isCallFailed } from './call.ts'

export type Loaded<T> = { data: T; error?: undefined } | { data?: undefined; error: unknown }

/** One call of a page's loader: its reply or its error, so that the page can show everything else. */
export const loaded = <T>(reply: Promise<T>): Promise<Loaded<T>> =>
  reply.then(
    (data) => ({ data }),
    (error: unknown) => ({ error }),
  )

const DEFAULT_RETRY_SECONDS = 15
/** After how many seconds to call a busy or paused portal again; undefined for any other error. */
export const busyFor = (error: unknown) =>
  isCallFailed(error) && /busy|paused/.test(error.body.code ?? '')
    ? (error.retryAfter ?? DEFAULT_RETRY_SECONDS)
    : undefined

/**
 * Calls `reload` while `error` lasts: when the network is back, and each time when a busy portal allows it.
 * Without an error, it does nothing.
 */
export function useRetry(error: unknown, reload: () => void) {
  useEffect(() => {
    if (error === undefined) return
    addEventListener('online', reload)
    const retrySeconds = busyFor(error)
    const reloadIfVisible = () => {
      // While the page is hidden, it makes no calls.
      if (document.visibilityState === 'visible') reload()
    }
    const timer = retrySeconds ? setInterval(reloadIfVisible, retrySeconds * 1_000) : undefined
    return () => {
      removeEventListener('online', reload)
      clearInterval(timer)
    }
  }, [error, reload])
}

/**
 * Loads a page's data again after `error`: when the network is back, or when a busy portal allows it. Returns
 * the function that loads it at once.
 */
export function useReload(error: unknown) {
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => void revalidate(), [revalidate])
  useRetry(error, reload)
  return reload
}
