import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { clockTime } from '#contract/dates.ts'
import type { StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { formErrors, type useFieldErrors } from '../staff-ui/form-errors.ts'
import { JOB_FIELDS } from './job-words.ts'
import type { useJobDraft } from './use-job-draft.ts'

const CONFLICT = 409

type Input = {
  draft: ReturnType<typeof useJobDraft>
  job: StaffJob
  errors: ReturnType<typeof useFieldErrors>
  onJob: (job: StaffJob) => void
  /** Called before the errors of a refused save are shown. */
  onRefused: () => void
}

/** Saves a draft of a job, and notices if another officer saved the same job meanwhile. */
export function useJobSaving({ draft, job, errors, onJob, onRefused }: Input) {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [theirs, setTheirs] = useState<StaffJob>()
  /** Whether this officer edits the newest version. If another one saved since, both versions are shown. */
  const isNewestVersion = async () => {
    const latest = await call('GET /api/staff/jobs/{id}/', { params: { id: job.id } })
    if (latest.updated_at !== draft.baseVersion) setTheirs(latest)
    return latest.updated_at === draft.baseVersion
  }
  /** Saves the draft. Returns false if it was not saved; the page then says why. */
  const save = async (): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setMessage('')
    errors.clear()
    try {
      const sent = draft.content
      const saved = await call('PUT /api/staff/jobs/{id}/', {
        params: { id: job.id },
        body: { content: sent, updated_at: draft.baseVersion },
      })
      draft.markSaved(sent, saved)
      onJob(saved)
      setMessage(t`Saved at ${clockTime(new Date(saved.updated_at))}`)
      return true
    } catch (error) {
      // The job has changed since: another officer has saved it, or proposed to publish it.
      const isConflict = isCallFailed(error) && error.status === CONFLICT
      // If the newest version cannot be loaded, the officer's version counts as the newest, so that the error
      // is shown.
      const hasNewerVersion = isConflict && !(await isNewestVersion().catch(() => true))
      onRefused()
      if (!hasNewerVersion) errors.show(formErrors(error, JOB_FIELDS))
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    message,
    save,
    isNewestVersion,
    /** The job as another officer saved it after this form was opened. `job` itself may be that version. */
    conflict: theirs ?? (draft.dirty && draft.baseVersion !== job.updated_at ? job : undefined),
    resolveConflict(chosen: StaffJob) {
      onJob(chosen)
      setTheirs(undefined)
    },
  }
}
