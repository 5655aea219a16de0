import { useState } from 'react'
import { clockTime } from '#contract/dates.ts'
import type { JobContent, StaffJob } from '#contract/staff-jobs/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { formErrors, useFieldErrors } from '../staff-ui/form-errors.ts'
import { JobFields } from './job-fields.tsx'
import type { JobLists } from './job-lists.ts'
import { JobPreview } from './job-preview.tsx'
import { CHANGE_WORDS, JOB_FIELDS } from './job-words.ts'
import { ProposeDialog } from './propose-dialog.tsx'
import { useJobDraft } from './use-job-draft.ts'

/** `start`: the text of a proposal that was not approved, to start from. */
type Props = {
  officer: number
  job: StaffJob
  lists: JobLists
  onJob: (job: StaffJob) => void
  onLeave?: () => void
  start?: JobContent | undefined
}

/** Edits a draft, or proposes changes to a public job. Typed text is never lost before it is saved. */
export function JobEditor({ officer, job, lists, onJob, onLeave, start }: Props) {
  const isDraft = job.state === 'draft'
  const draft = useJobDraft(officer, job, start)
  const { faults, round, show, clear, at, changed } = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const [theirs, setTheirs] = useState<StaffJob | undefined>()
  const [proposing, setProposing] = useState(false)
  const changedMeanwhile = theirs ?? (draft.dirty && draft.base !== job.updated_at ? job : undefined)

  /** Whether the job is still the version that was edited; shows the conflict if not. */
  const unchanged = async () => {
    const fresh = await call('GET /api/staff/jobs/{id}/', { params: { id: job.id } })
    if (fresh.updated_at !== draft.base) setTheirs(fresh)
    return fresh.updated_at === draft.base
  }
  /** Saves the draft. False when it was not saved; then the page says why. */
  const save = async (): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setSaid('')
    clear()
    try {
      const sent = draft.content
      const found = await call('PUT /api/staff/jobs/{id}/', {
        params: { id: job.id },
        body: { content: sent, updated_at: draft.base },
      })
      draft.saved(sent, found)
      onJob(found)
      setSaid(`Saved at ${clockTime(new Date(found.updated_at))}`)
      return true
    } catch (error) {
      const stale = isCallFailed(error) && error.status === 409 && !(await unchanged().catch(() => true))
      // Close the dialog first: nothing behind it can take the focus.
      setProposing(false)
      if (!stale) show(formErrors(error, JOB_FIELDS))
      return false
    } finally {
      setBusy(false)
    }
  }
  const proposed = (job: StaffJob) => {
    draft.letGo()
    onJob(job)
  }
  return (
    <div className="st-edit">
      <form
        noValidate
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          if (isDraft) void save()
          else setProposing(true)
        }}
      >
        {changedMeanwhile && (
          <EditConflict
            mine={draft.content}
            theirs={changedMeanwhile}
            lists={lists}
            onMine={() => {
              draft.keepOver(changedMeanwhile)
              onJob(changedMeanwhile)
              setTheirs(undefined)
            }}
            onTheirs={() => {
              draft.giveWayTo(changedMeanwhile)
              onJob(changedMeanwhile)
              setTheirs(undefined)
            }}
          />
        )}
        {!changedMeanwhile && draft.restored && draft.dirty && said === '' && (
          <p className="callout is-amber mb5">
            What you typed in this tab was restored; it is not saved yet.{' '}
            <button className="link" type="button" onClick={() => draft.giveWayTo(job)}>
              Discard it
            </button>
          </p>
        )}
        <ErrorSummary faults={faults} round={round} />
        <JobFields
          key={draft.round}
          content={draft.content}
          onChange={(part) => {
            draft.type(part)
            changed(Object.keys(part))
          }}
          lists={lists}
          at={at}
          deadlineStays={!isDraft}
        />
        <div className="st-save">
          <p className="small quiet" role="status">
            {draft.dirty
              ? isDraft
                ? 'Not saved yet; kept in this tab'
                : 'Changed; kept in this tab until you propose it'
              : said || 'Nothing changed'}
          </p>
          <div className="row">
            {isDraft && (
              <button className="btn btn-2" type="submit" aria-disabled={busy || !draft.dirty}>
                {busy ? 'Saving...' : 'Save draft'}
              </button>
            )}
            <button
              className="btn"
              type={isDraft ? 'button' : 'submit'}
              onClick={isDraft ? () => setProposing(true) : undefined}
            >
              {CHANGE_WORDS[isDraft ? 'publish' : 'edit'].act}
            </button>
            {onLeave && (
              <button className="btn btn-2" type="button" onClick={onLeave}>
                Back
              </button>
            )}
          </div>
        </div>
      </form>
      <JobPreview content={draft.content} lists={lists} />
      {proposing && (
        <ProposeDialog
          job={job}
          kind={isDraft ? 'publish' : 'edit'}
          {...(isDraft ? {} : { edit: { content: draft.content, updated_at: draft.base } })}
          before={async () => (isDraft ? !draft.dirty || save() : unchanged())}
          onClose={() => setProposing(false)}
          onProposed={proposed}
          onFaults={(found) => {
            setProposing(false)
            show(found)
          }}
        />
      )}
    </div>
  )
}
