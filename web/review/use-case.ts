import { useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { ReviewRow } from '#contract/review/endpoints.ts'
import { call } from '../api.ts'
import { type Answered, useAnswer } from '../use-answer.ts'

export type Case = Reply<'GET /api/staff/applications/{id}/'>
export type Cases = {
  answer: Answered<Case | undefined>
  /** The row with the changes since it was opened on this page. */
  now: (row: ReviewRow) => ReviewRow
  /** How many were opened for the first time in this `round`: by this officer, and by anyone. */
  firsts: { me: number; anyone: number }
  change: (id: number, over: Partial<Case>) => void
}

/**
 * The open application. Those opened in this `round` are cached, so that going back is instant. None is
 * fetched in advance, because each fetch is an access record that its applicant can read.
 */
export function useCase(id: number | undefined, round: number): Cases {
  const [known, setKnown] = useState<ReadonlyMap<number, { whole: Case; round: number }>>(new Map())
  const at = id === undefined ? undefined : known.get(id)
  const fresh = at?.round === round
  const answer = useAnswer<Case | undefined>(`${id} ${round} ${fresh}`, async () => {
    if (id === undefined || fresh) return at?.whole
    const whole = await call('GET /api/staff/applications/{id}/', { params: { id } })
    setKnown((before) => new Map(before).set(id, { whole, round }))
    return whole
  })
  const firsts = [...known.values()]
    .filter((it) => it.round === round && it.whole.first_read)
    .map(({ whole }) => whole)
  return {
    answer: at ? { state: 'here', data: at.whole } : answer,
    now: (row) => {
      const it = known.get(row.id)?.whole
      return it ? { ...row, read_by_me: it.read_by_me, readers: it.readers } : row
    },
    firsts: { me: firsts.length, anyone: firsts.filter(({ readers }) => readers === 1).length },
    change: (entry, over) =>
      setKnown((before) => {
        const it = before.get(entry)
        return it ? new Map(before).set(entry, { ...it, whole: { ...it.whole, ...over } }) : before
      }),
  }
}
