import { useEffect, useState } from 'react'
import type { JobContent, StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { readFromTab, writeToTab } from '../staff-ui/tab-storage.ts'

/** The content of a job as its form holds it. Fields without a value are absent. */
export const contentOf = ({ content }: Pick<StaffJob, 'content'>): JobContent =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, value ?? undefined]),
  ) as JobContent

/** The content as the tab stores it: JSON has no undefined, so a cleared value is null. */
const storable = (content: JobContent) =>
  Object.fromEntries(Object.entries(content).map(([field, value]) => [field, value ?? null]))

const sameContent = (left: JobContent, right: JobContent) => JSON.stringify(left) === JSON.stringify(right)

/** The unsaved edit that the tab stores. `base`: `updated_at` of the version that was edited. */
type Stored = { content: StaffJob['content']; base: string }

/**
 * An officer's edits to a job. They are stored in this tab until the server has them, or the officer drops
 * them. `baseVersion` is the version of the job that was edited. `formVersion` grows when the text is
 * replaced by one that was not typed here, so that the form mounts its fields again.
 */
export function useJobEdits(officer: number, job: StaffJob, startContent: JobContent | undefined) {
  // The key names the officer too, because another officer may log in later in the same tab.
  const storageKey = `staffJob ${officer} ${job.id}`
  const [stored] = useState(() => readFromTab<Stored>(storageKey))
  // The form starts with the unsaved text of this tab. Without one, it starts with a proposal, or else with
  // the job itself.
  const [content, setContent] = useState<JobContent>(() =>
    stored ? { ...contentOf(job), ...contentOf(stored) } : (startContent ?? contentOf(job)),
  )
  const [baseVersion, setBaseVersion] = useState(stored?.base ?? job.updated_at)
  const [formVersion, setFormVersion] = useState(0)
  const dirty = !sameContent(content, contentOf(job))
  useEffect(() => {
    const unsaved = { content: storable(content), base: baseVersion }
    writeToTab(storageKey, dirty ? unsaved : undefined)
  }, [storageKey, dirty, content, baseVersion])
  return {
    content,
    baseVersion,
    dirty,
    formVersion,
    /** True if the text was typed before this page was opened. */
    restored: stored !== undefined,
    change: (changed: Partial<JobContent>) => setContent((before) => ({ ...before, ...changed })),
    /** Called after the server has saved `sent`. Text that was typed since then stays in the form. */
    markSaved(sent: JobContent, saved: StaffJob) {
      setBaseVersion(saved.updated_at)
      setContent((typed) => (sameContent(typed, sent) ? contentOf(saved) : typed))
    },
    /** Keeps the typed text, now as an edit of this newer version of the job. */
    rebaseOn: (newer: StaffJob) => setBaseVersion(newer.updated_at),
    /** Drops the typed text, and shows this version of the job. */
    replaceWith(version: StaffJob) {
      setBaseVersion(version.updated_at)
      setContent(contentOf(version))
      setFormVersion((before) => before + 1)
      writeToTab(storageKey, undefined)
    },
    /** Deletes the text from this tab, because the server has it. */
    forget: () => writeToTab(storageKey, undefined),
  }
}
