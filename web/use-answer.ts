import { useEffect, useState } from 'react'
import { isCallFailed } from './call.ts'

export type Answered<T> =
  | { state: 'waiting' }
  | { state: 'here'; data: T }
  | { state: 'failed'; error: unknown; again: () => void }

const LATER_SECONDS = 15
/** After how many seconds to call a busy or paused portal again; undefined for any other error. */
export const busyFor = (error: unknown) =>
  isCallFailed(error) && /busy|paused/.test(error.body.code ?? '')
    ? (error.retryAfter ?? LATER_SECONDS)
    : undefined

/**
 * Fetches once per `key`; a response for an earlier key is ignored. A failed call is repeated when the
 * network is back, or when a busy or paused portal allows it. Until then the error stays visible.
 */
export function useAnswer<T>(key: string | number, ask: () => Promise<T>): Answered<T> {
  const [answer, setAnswer] = useState<{ key: string | number; data?: T; error?: unknown; failed?: boolean }>(
    { key },
  )
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let current = true
    ask().then(
      (data) => current && setAnswer({ key, data }),
      (error: unknown) => current && setAnswer({ key, error, failed: true }),
    )
    return () => {
      current = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` changes when the question changes
  }, [key, attempt])
  const failed = answer.key === key && answer.failed === true
  const again = () => {
    setAnswer({ key })
    setAttempt((before) => before + 1)
  }
  const later = failed ? busyFor(answer.error) : undefined
  useEffect(() => {
    if (later === undefined) return
    // A hidden page makes no calls.
    const timer = setInterval(
      () => document.visibilityState === 'visible' && setAttempt((before) => before + 1),
      later * 1_000,
    )
    return () => clearInterval(timer)
  }, [later, answer.error])
  useEffect(() => {
    if (!failed) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `again` is the same in every render
  }, [failed, key])
  if (answer.key !== key) return { state: 'waiting' }
  if (failed) return { state: 'failed', error: answer.error, again }
  return answer.data === undefined ? { state: 'waiting' } : { state: 'here', data: answer.data }
}
