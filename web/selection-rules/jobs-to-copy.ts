import { call } from '../api.ts'

/** How many pages of jobs are read at most, so that a long list cannot load without an end. */
const MAX_PAGES = 20
/** How many pages load at the same time. More would delay what the officer opens meanwhile. */
const PAGES_AT_ONCE = 10

/** The jobs from which a rule can be copied, of all pages of the list of jobs. */
export async function fetchJobs() {
  const first = await call('GET /api/staff/jobs/')
  const jobs = [...first.results]
  const last = Math.min(first.pages, MAX_PAGES)
  for (let start = 2; start <= last; start += PAGES_AT_ONCE) {
    const length = Math.min(PAGES_AT_ONCE, last - start + 1)
    const numbers = Array.from({ length }, (_, index) => start + index)
    const replies = await Promise.all(
      numbers.map((page) => call('GET /api/staff/jobs/', { query: { page } })),
    )
    jobs.push(...replies.flatMap(({ results }) => results))
  }
  // A job that changed meanwhile can be on two pages.
  return [...new Map(jobs.map((job) => [job.id, job])).values()]
}
