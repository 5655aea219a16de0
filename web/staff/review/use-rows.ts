import { useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { ReviewRow } from '#contract/staff-review.ts'
import { call } from '../../api.ts'
import { useAnswer } from '../../use-answer.ts'
import type { Address } from './address.ts'

export type Found = Reply<'GET /api/staff/jobs/{id}/applications/'>
export type Rows = {
  found: Found | undefined
  /** The rows are those of the question before. */
  waiting: boolean
  failed: { error: unknown; again: () => void } | undefined
  /** Shows at once where applications were put, before the table is read again. */
  put: (ids: number[], list: ReviewRow['list']) => void
}

/** A page of the table. The old rows stay until the next have come, also when these do not come. */
export function useRows(job: number, { filter, sort, down, after, before }: Address, round: number): Rows {
  const query = { ...filter, sort, down: down ? ('1' as const) : undefined, after, before }
  const answer = useAnswer(JSON.stringify([query, round]), () => call('GET /api/staff/jobs/{id}/applications/', { params: { id: job }, query }))
  const [kept, setKept] = useState<Found>()
  const [from, setFrom] = useState<Found>()
  // A new answer replaces the kept one; what is put onto a list changes the kept one until then.
  if (answer.state === 'here' && from !== answer.data) {
    setFrom(answer.data)
    setKept(answer.data)
  }
  return {
    found: kept,
    waiting: answer.state === 'waiting',
    failed: answer.state === 'failed' ? answer : undefined,
    put: (ids, list) => setKept((before) => before && { ...before, rows: before.rows.map((row) => (ids.includes(row.id) ? { ...row, list } : row)) }),
  }
}
