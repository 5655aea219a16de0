import { useState } from 'react'
import type { JobContent, StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { JobForm } from './job-form.tsx'
import type { JobLists } from './job-lists.ts'
import { JobPreview } from './job-preview.tsx'
import { ProposeDialog } from './propose-dialog.tsx'
import { useJobEdits } from './use-job-edits.ts'
import { useJobSaving } from './use-job-saving.ts'

/** `startContent`: the edit starts with the content of a proposal that was not approved. */
type Props = {
  officer: number
  job: StaffJob
  lists: JobLists
  onJob: (job: StaffJob) => void
  onLeave?: () => void
  startContent?: JobContent | undefined
}

/** Edits a draft, or proposes changes to a public job. Typed text is never lost before it is saved. */
export function JobEditor({ officer, job, lists, onJob, onLeave, startContent }: Props) {
  const isDraft = job.state === 'draft'
  const edits = useJobEdits(officer, job, startContent)
  const [proposing, setProposing] = useState(false)
  // The dialog closes before errors are shown, because nothing behind an open dialog can take the focus.
  const closeDialog = () => setProposing(false)
  const saving = useJobSaving({ edits, job, onJob, onRefused: closeDialog })
  // A changed draft is saved first. Otherwise the officer must have read the newest version: someone else may
  // have saved.
  const saveOrCheckVersion = () => (isDraft && edits.dirty ? saving.save() : saving.isNewestVersion())
  return (
    <div className="st-edit">
      <JobForm
        job={job}
        lists={lists}
        edits={edits}
        saving={saving}
        onPropose={() => setProposing(true)}
        onLeave={onLeave}
      />
      <JobPreview content={edits.content} lists={lists} />
      {proposing && (
        <ProposeDialog
          job={job}
          kind={isDraft ? 'publish' : 'edit'}
          {...(isDraft ? {} : { edit: { content: edits.content, updated_at: edits.baseVersion } })}
          beforeSending={saveOrCheckVersion}
          onClose={closeDialog}
          onProposed={(proposed) => {
            edits.forget()
            onJob(proposed)
          }}
          onErrors={(found) => {
            closeDialog()
            saving.form.show(found)
          }}
        />
      )}
    </div>
  )
}
