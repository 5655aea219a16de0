import { useState } from 'react'
import type { Answered } from '../use-answer.ts'

/** The last answer that came: it stays while it is asked again, also when nothing comes, and may be changed here until then. */
export function useLastAnswer<T>(answer: Answered<T>) {
  const [kept, setKept] = useState<T>()
  const [from, setFrom] = useState<T>()
  if (answer.state === 'here' && from !== answer.data) {
    setFrom(answer.data)
    setKept(answer.data)
  }
  return [kept, setKept] as const
}
