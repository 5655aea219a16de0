import { useEffect } from 'react'

type Known = { reference: string; title: string; expiry_date?: string | null }
let last: { id: number; job: Known } | undefined

/** The names of a job, also while the next of its pages loads, so that the head stays the same. */
export function useKnownJob(id: number, job: Known | undefined): Known | undefined {
  const known = last?.id === id ? last.job : undefined
  const shown = job ? { ...known, ...job } : known
  useEffect(() => {
    // A job that failed to load has only the title of its page, and no reference.
    if (job?.reference) last = { id, job: { ...(last?.id === id ? last.job : {}), ...job } }
  }, [id, job])
  return shown
}
