import { useState } from 'react'
import { call } from '../../api.ts'
import { useAnswer } from '../../use-answer.ts'
import type { Head } from './filter-groups.ts'

/** The head of the table; the old one stays until it is read again. */
export function useHead(job: number, round: number) {
  const answer = useAnswer(`${job} ${round}`, () => call('GET /api/staff/jobs/{id}/review/', { params: { id: job } }))
  const [kept, setKept] = useState<Head>()
  const [from, setFrom] = useState<Head>()
  if (answer.state === 'here' && from !== answer.data) {
    setFrom(answer.data)
    setKept(answer.data)
  }
  return {
    head: kept,
    failed: answer.state === 'failed' ? answer : undefined,
    onViews: (views: Head['views']) => setKept((before) => before && { ...before, views }),
  }
}
