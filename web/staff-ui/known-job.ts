import { useEffect } from 'react'

/** The facts of a job that the head of its pages shows. */
export type JobHeadFacts = { reference: string; title: string; expiry_date?: string | null }
/** The job whose pages are open now, or were open last. */
let lastKnown: { id: number; job: JobHeadFacts } | undefined
const lastKnownOf = (id: number) => (lastKnown?.id === id ? lastKnown.job : undefined)

/**
 * The facts of a job for the head of its page. `job`: the facts that this page has loaded. Until then, they
 * come from another page of the same job that was open before.
 */
export function useKnownJob(id: number, job: JobHeadFacts | undefined): JobHeadFacts | undefined {
  const known = lastKnownOf(id)
  const shown = job ? { ...known, ...job } : known
  useEffect(() => {
    // If a job failed to load, its facts are incomplete and are not stored: they have no reference.
    if (job?.reference) lastKnown = { id, job: { ...lastKnownOf(id), ...job } }
  }, [id, job])
  return shown
}
