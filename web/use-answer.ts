import { useEffect, useState } from 'react'

export type Answered<T> = { state: 'waiting' } | { state: 'here'; data: T } | { state: 'failed'; error: unknown; again: () => void }

/** What `ask` answers, asked once for each `key`; a late answer to an earlier key is dropped. */
export function useAnswer<T>(key: string | number, ask: () => Promise<T>): Answered<T> {
  const [answer, setAnswer] = useState<{ key: string | number; data?: T; error?: unknown; failed?: boolean }>({ key })
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` says when the question is another one
  }, [key, attempt])
  if (answer.key !== key) return { state: 'waiting' }
  if (answer.failed) {
    return {
      state: 'failed',
      error: answer.error,
      again: () => {
        setAnswer({ key })
        setAttempt(attempt + 1)
      },
    }
  }
  return answer.data === undefined ? { state: 'waiting' } : { state: 'here', data: answer.data }
}
