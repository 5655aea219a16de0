import { useEffect, useState } from 'react'
import type { JobContent, StaffJob } from '#contract/staff/jobs.ts'

/** A job as it is written, as a form keeps it: what is not said is absent. */
export const contentOf = ({ content }: StaffJob): JobContent =>
  Object.fromEntries(Object.entries(content).map(([field, value]) => [field, value ?? undefined])) as JobContent

export const sameContent = (left: JobContent, right: JobContent) => JSON.stringify(left) === JSON.stringify(right)

type Kept = { content: JobContent; base: string }
const read = (key: string): Kept | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}
const write = (key: string, kept: Kept | undefined) => {
  try {
    if (kept) sessionStorage.setItem(key, JSON.stringify(kept))
    else sessionStorage.removeItem(key)
  } catch {}
}

/**
 * What an officer types into a job, kept in this tab until it is saved or let go. `base` is the state of the job it was typed
 * over; `round` grows when the text is another one than was typed here.
 */
export function useJobDraft(officer: number, job: StaffJob, start: JobContent | undefined) {
  const key = `staffJob ${officer} ${job.id}`
  const [kept] = useState(() => read(key))
  const [content, setContent] = useState<JobContent>(() => (kept ? { ...contentOf(job), ...kept.content } : (start ?? contentOf(job))))
  const [base, setBase] = useState(kept?.base ?? job.updated_at)
  const [round, setRound] = useState(0)
  const dirty = !sameContent(content, contentOf(job))
  useEffect(() => write(key, dirty ? { content, base } : undefined), [key, dirty, content, base])
  return {
    content,
    base,
    dirty,
    round,
    /** It was typed before this page was opened. */
    restored: kept !== undefined,
    type: (part: Partial<JobContent>) => setContent((before) => ({ ...before, ...part })),
    /** The server has `saved` now; what was typed since `sent` stays. */
    saved(sent: JobContent, job: StaffJob) {
      setBase(job.updated_at)
      setContent((now) => (sameContent(now, sent) ? contentOf(job) : now))
    },
    /** What is typed counts over `it`, or gives way to it. */
    keepOver: (job: StaffJob) => setBase(job.updated_at),
    giveWayTo(job: StaffJob) {
      setBase(job.updated_at)
      setContent(contentOf(job))
      setRound((before) => before + 1)
      write(key, undefined)
    },
    /** It is kept elsewhere now. */
    letGo: () => write(key, undefined),
  }
}
