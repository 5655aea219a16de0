import type { Reply } from '#contract/endpoints.ts'
import type { ReviewRow } from '#contract/review/endpoints.ts'
import { call } from '../../api.ts'
import { useAnswer } from '../../use-answer.ts'
import { useLastAnswer } from '../use-last-answer.ts'
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
  // What is put onto a list changes what is kept, until the table is read again.
  const [found, setFound] = useLastAnswer(answer)
  return {
    found,
    waiting: answer.state === 'waiting',
    failed: answer.state === 'failed' ? answer : undefined,
    put: (ids, list) => setFound((before) => before && { ...before, rows: before.rows.map((row) => (ids.includes(row.id) ? { ...row, list } : row)) }),
  }
}
