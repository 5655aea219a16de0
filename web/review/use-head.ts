import { call } from '../api.ts'
import { useAnswer } from '../use-answer.ts'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'
import type { Head } from './filter-groups.ts'

/** The head of the table; the old one stays until it is loaded again. */
export function useHead(job: number, round: number) {
  const answer = useAnswer(`${job} ${round}`, () =>
    call('GET /api/staff/jobs/{id}/review/', { params: { id: job } }),
  )
  const [head, setHead] = useLastAnswer(answer)
  return {
    head,
    failed: answer.state === 'failed' ? answer : undefined,
    onViews: (views: Head['views']) => setHead((before) => before && { ...before, views }),
  }
}
