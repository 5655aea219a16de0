import { useEffect } from 'react'

type Known = { reference: string; title: string; expiry_date?: string | null }
let last: { id: number; job: Known } | undefined

/** What a job is called, also while the page that will say it again is on its way: so the head of its pages stays from one to the next. */
export function useKnownJob(id: number, job: Known | undefined): Known | undefined {
  const known = last?.id === id ? last.job : undefined
  const shown = job ? { ...known, ...job } : known
  useEffect(() => {
    // What could not be read has the name of its page.
    if (job?.reference) last = { id, job: { ...(last?.id === id ? last.job : {}), ...job } }
  }, [id, job])
  return shown
}
