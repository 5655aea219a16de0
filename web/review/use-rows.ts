import type { Reply } from '#contract/endpoints.ts'
import type { ReviewRow } from '#contract/review/endpoints.ts'
import { call } from '../api.ts'
import { useAnswer } from '../use-answer.ts'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'
import type { Address } from './address.ts'

export type Found = Reply<'GET /api/staff/jobs/{id}/applications/'>
export type Rows = {
  found: Found | undefined
  /** The rows are still those of the filter before. */
  waiting: boolean
  failed: { error: unknown; again: () => void } | undefined
  /** Shows at once where applications were put, before the table is loaded again. */
  put: (ids: number[], list: ReviewRow['list']) => void
}

/** A page of the table. The old rows stay until the next arrive, also when loading fails. */
export function useRows(job: number, { filter, sort, down, after, before }: Address, round: number): Rows {
  const query = { ...filter, sort, down: down ? ('1' as const) : undefined, after, before }
  const answer = useAnswer(JSON.stringify([query, round]), () =>
    call('GET /api/staff/jobs/{id}/applications/', { params: { id: job }, query }),
  )
  // Adding to a list changes the shown rows, until the table is loaded again.
  const [found, setFound] = useLastAnswer(answer)
  return {
    found,
    waiting: answer.state === 'waiting',
    failed: answer.state === 'failed' ? answer : undefined,
    put: (ids, list) =>
      setFound(
        (before) =>
          before && {
            ...before,
            rows: before.rows.map((row) => (ids.includes(row.id) ? { ...row, list } : row)),
          },
      ),
  }
}
