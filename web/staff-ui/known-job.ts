import { useEffect } from 'react'

type JobHeadFacts = { reference: string; title: string; expiry_date?: string | null }
/** The job whose pages are open. */
let lastKnown: { id: number; job: JobHeadFacts } | undefined

/**
 * The facts of a job for the head of its page. `job`: what this page has loaded so far. Until then, the facts
 * come from the page of the same job that was open before.
 */
export function useKnownJob(id: number, job: JobHeadFacts | undefined): JobHeadFacts | undefined {
  const known = lastKnown?.id === id ? lastKnown.job : undefined
  const shown = job ? { ...known, ...job } : known
  useEffect(() => {
    // A job that failed to load has only the title of its page, and no reference.
    if (job?.reference) lastKnown = { id, job: { ...(lastKnown?.id === id ? lastKnown.job : {}), ...job } }
  }, [id, job])
  return shown
}
