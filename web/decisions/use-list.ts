import { useState } from 'react'
import { call } from '../api.ts'
import { useAnswer } from '../use-answer.ts'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'

/**
 * A list of decisions as last loaded. The old one stays while it loads again, and an action's own response
 * counts at once.
 */
export function useList(id: number) {
  const [round, setRound] = useState(0)
  const answer = useAnswer(`${id} ${round}`, () => call('GET /api/staff/decisions/{id}/', { params: { id } }))
  const [kept, show] = useLastAnswer(answer)
  return {
    answer,
    list: kept?.id === id ? kept : undefined,
    show,
    again: () => setRound((before) => before + 1),
  }
}
