import { useEffect, useState } from 'react'
import type { JobContent, StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { readFromTab, writeToTab } from '../staff-ui/tab-storage.ts'

/** The job's content as a form holds it: empty values are absent. */
export const contentOf = ({ content }: StaffJob): JobContent =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, value ?? undefined]),
  ) as JobContent

export const sameContent = (left: JobContent, right: JobContent) =>
  JSON.stringify(left) === JSON.stringify(right)

/** What is stored in the tab. `base` is the time of the version that was edited (`updated_at`). */
type Stored = { content: JobContent; base: string }

/**
 * An officer's edits to a job. They are stored in this tab until the server has them, or the officer drops
 * them. `baseVersion` is the version of the job that was edited. `formVersion` grows when the text is
 * replaced by one that was not typed here, so that the form mounts its fields again.
 */
export function useJobDraft(officer: number, job: StaffJob, startContent: JobContent | undefined) {
  const storageKey = `staffJob ${officer} ${job.id}`
  const [stored] = useState(() => readFromTab<Stored>(storageKey))
  // Unsaved text of this tab comes first, then a proposal to start from, then the job itself.
  const [content, setContent] = useState<JobContent>(() =>
    stored ? { ...contentOf(job), ...stored.content } : (startContent ?? contentOf(job)),
  )
  const [baseVersion, setBaseVersion] = useState(stored?.base ?? job.updated_at)
  const [formVersion, setFormVersion] = useState(0)
  const dirty = !sameContent(content, contentOf(job))
  useEffect(() => {
    const unsaved: Stored = { content, base: baseVersion }
    writeToTab(storageKey, dirty ? unsaved : undefined)
  }, [storageKey, dirty, content, baseVersion])
  return {
    content,
    baseVersion,
    dirty,
    formVersion,
    /** The text was typed before this page was opened. */
    restored: stored !== undefined,
    change: (changed: Partial<JobContent>) => setContent((before) => ({ ...before, ...changed })),
    /** The server has saved `sent`. Text that was typed since then stays. */
    markSaved(sent: JobContent, job: StaffJob) {
      setBaseVersion(job.updated_at)
      setContent((typed) => (sameContent(typed, sent) ? contentOf(job) : typed))
    },
    /** Keeps the typed text, as an edit of this newer version. */
    rebaseOn: (job: StaffJob) => setBaseVersion(job.updated_at),
    /** Drops the typed text. */
    replaceWith(job: StaffJob) {
      setBaseVersion(job.updated_at)
      setContent(contentOf(job))
      setFormVersion((before) => before + 1)
      writeToTab(storageKey, undefined)
    },
    /** The server has the text, so that this tab need not keep it. */
    forget: () => writeToTab(storageKey, undefined),
  }
}
