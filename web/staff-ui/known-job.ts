import { useEffect } from 'react'

type Known = { reference: string; title: string; expiry_date?: string | null }
/** The job whose pages are open. */
let lastKnown: { id: number; job: Known } | undefined

/** A job's head. It is known while the next page of the job loads, so that it stays the same. */
export function useKnownJob(id: number, job: Known | undefined): Known | undefined {
  const known = lastKnown?.id === id ? lastKnown.job : undefined
  const shown = job ? { ...known, ...job } : known
  useEffect(() => {
    // A job that failed to load has only the title of its page, and no reference.
    if (job?.reference) lastKnown = { id, job: { ...(lastKnown?.id === id ? lastKnown.job : {}), ...job } }
  }, [id, job])
  return shown
}
