import { useEffect } from 'react'

type JobHeadFacts = { reference: string; title: string; expiry_date?: string | null }
/** The job whose pages are open, or were open last. */
let lastKnown: { id: number; job: JobHeadFacts } | undefined
const lastKnownOf = (id: number) => (lastKnown?.id === id ? lastKnown.job : undefined)

/**
 * The facts of a job for the head of its page. `job`: what this page has loaded so far. Until then, the facts
 * come from the page of the same job that was open before.
 */
export function useKnownJob(id: number, job: JobHeadFacts | undefined): JobHeadFacts | undefined {
  const known = lastKnownOf(id)
  const shown = job ? { ...known, ...job } : known
  useEffect(() => {
    // A job that failed to load has only the title of its page, and no reference.
    if (job?.reference) lastKnown = { id, job: { ...lastKnownOf(id), ...job } }
  }, [id, job])
  return shown
}
