import { useEffect } from 'react'

type JobHeadFacts = { reference: string; title: string; expiry_date?: string | null }
/** The job whose pages are open. */
let lastKnown: { id: number; job: JobHeadFacts } | undefined

/**
 * What the head of a job's page shows. While another page of the same job loads, it is what the page before
 * showed.
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
