import { useEffect, useState } from 'react'
import type { JobContent, StaffJob } from '#contract/staff-jobs/staff-job.ts'

/** The job's content as a form holds it: empty values are absent. */
export const contentOf = ({ content }: StaffJob): JobContent =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, value ?? undefined]),
  ) as JobContent

export const sameContent = (left: JobContent, right: JobContent) =>
  JSON.stringify(left) === JSON.stringify(right)

type Stored = { content: JobContent; base: string }
const read = (key: string): Stored | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Stored | null) ?? undefined
  } catch {
    return undefined
  }
}
const write = (key: string, stored: Stored | undefined) => {
  try {
    if (stored) sessionStorage.setItem(key, JSON.stringify(stored))
    else sessionStorage.removeItem(key)
  } catch {}
}

/**
 * An officer's edits to a job, saved in this tab until they are stored or dropped. `base` is the version that
 * was edited. `round` grows when the text is replaced by one not typed here.
 */
export function useJobDraft(officer: number, job: StaffJob, start: JobContent | undefined) {
  const key = `staffJob ${officer} ${job.id}`
  const [stored] = useState(() => read(key))
  const [content, setContent] = useState<JobContent>(() =>
    stored ? { ...contentOf(job), ...stored.content } : (start ?? contentOf(job)),
  )
  const [base, setBase] = useState(stored?.base ?? job.updated_at)
  const [round, setRound] = useState(0)
  const dirty = !sameContent(content, contentOf(job))
  useEffect(() => write(key, dirty ? { content, base } : undefined), [key, dirty, content, base])
  return {
    content,
    base,
    dirty,
    round,
    /** The text was typed before this page was opened. */
    restored: stored !== undefined,
    type: (part: Partial<JobContent>) => setContent((before) => ({ ...before, ...part })),
    /** The server now has `sent`; text typed since then stays. */
    saved(sent: JobContent, job: StaffJob) {
      setBase(job.updated_at)
      setContent((now) => (sameContent(now, sent) ? contentOf(job) : now))
    },
    /** `keepOver` keeps the typed text over `job`; `giveWayTo` replaces it with `job`. */
    keepOver: (job: StaffJob) => setBase(job.updated_at),
    giveWayTo(job: StaffJob) {
      setBase(job.updated_at)
      setContent(contentOf(job))
      setRound((before) => before + 1)
      write(key, undefined)
    },
    /** The text is stored elsewhere now. */
    letGo: () => write(key, undefined),
  }
}
