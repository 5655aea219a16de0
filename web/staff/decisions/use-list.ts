import { useEffect, useState } from 'react'
import type { DecisionListWhole } from '#contract/staff-decisions.ts'
import { call } from '../../api.ts'
import { useAnswer } from '../../use-answer.ts'

/** A list of decisions as last heard: what was shown stays while it is asked again, and an act's own answer counts at once. */
export function useList(id: number) {
  const [round, setRound] = useState(0)
  const [kept, setKept] = useState<DecisionListWhole>()
  const answer = useAnswer(`${id} ${round}`, () => call('GET /api/staff/lists/{id}/', { params: { id } }))
  const heard = answer.state === 'here' ? answer.data : undefined
  useEffect(() => {
    if (heard) setKept(heard)
  }, [heard])
  const list = kept?.id === id ? kept : heard
  return { answer, list, show: setKept, again: () => setRound((before) => before + 1) }
}
