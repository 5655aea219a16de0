import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { clockTime } from '#contract/dates.ts'
import type { StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { formErrors } from '../staff-ui/form-errors.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import { JOB_FIELDS } from './job-words.ts'
import type { useJobEdits } from './use-job-edits.ts'

const CONFLICT = 409

type Input = {
  edits: ReturnType<typeof useJobEdits>
  job: StaffJob
  onJob: (job: StaffJob) => void
  /** Called before the errors of a refused save are shown. */
  onRefused: () => void
}

/** Saves an officer's edits to a draft, and notices if another officer saved the same job meanwhile. */
export function useJobSaving({ edits, job, onJob, onRefused }: Input) {
  const [message, setMessage] = useState('')
  const [theirs, setTheirs] = useState<StaffJob>()
  /** Whether this officer edits the newest version. If not, the page shows both versions. */
  const isNewestVersion = async () => {
    const latest = await call('GET /api/staff/jobs/{id}/', { params: { id: job.id } })
    if (latest.updated_at !== edits.baseVersion) setTheirs(latest)
    return latest.updated_at === edits.baseVersion
  }
  const form = useSending(async (error) => {
    // The job has changed since: another officer has saved it, or proposed to publish it.
    const isConflict = isCallFailed(error) && error.status === CONFLICT
    // If the newest version cannot be loaded, the officer's version counts as the newest, so that the error
    // is shown.
    const hasNewerVersion = isConflict && !(await isNewestVersion().catch(() => true))
    onRefused()
    return hasNewerVersion ? undefined : formErrors(error, JOB_FIELDS)
  })
  /** Saves the edits. Returns false if they were not saved; the page then says why. */
  const save = () =>
    form.send(async () => {
      setMessage('')
      const sent = edits.content
      const saved = await call('PUT /api/staff/jobs/{id}/', {
        params: { id: job.id },
        body: { content: sent, updated_at: edits.baseVersion },
      })
      edits.markSaved(sent, saved)
      onJob(saved)
      setMessage(t`Saved at ${clockTime(new Date(saved.updated_at))}`)
    })
  return {
    form,
    message,
    save,
    isNewestVersion,
    /** The job as another officer saved it after this form was opened. `job` itself may be that version. */
    conflictingVersion: theirs ?? (edits.dirty && edits.baseVersion !== job.updated_at ? job : undefined),
    resolveConflict(chosen: StaffJob) {
      onJob(chosen)
      setTheirs(undefined)
    },
  }
}
