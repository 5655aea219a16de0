import { useState } from 'react'
import type { Answered } from '../use-answer.ts'

/**
 * The last response. It stays while a new one loads, also when that fails, and may be changed here until
 * then.
 */
export function useLastAnswer<T>(answer: Answered<T>) {
  const [kept, setKept] = useState<T>()
  const [from, setFrom] = useState<T>()
  if (answer.state === 'here' && from !== answer.data) {
    setFrom(answer.data)
    setKept(answer.data)
  }
  return [kept, setKept] as const
}
