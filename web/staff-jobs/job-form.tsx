import { Trans } from '@lingui/react/macro'
import type { StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { EditConflict } from './edit-conflict.tsx'
import { JobFields } from './job-fields.tsx'
import type { JobLists } from './job-lists.ts'
import { SaveJobBar } from './save-job-bar.tsx'
import type { useJobEdits } from './use-job-edits.ts'
import type { useJobSaving } from './use-job-saving.ts'

type Props = {
  job: StaffJob
  lists: JobLists
  edits: ReturnType<typeof useJobEdits>
  saving: ReturnType<typeof useJobSaving>
  onPropose: () => void
  onLeave: (() => void) | undefined
}

type ConflictProps = Pick<Props, 'edits' | 'lists' | 'saving'> & { theirs: StaffJob }

/** Lets the officer choose between their own text and the version that another officer saved. */
const Conflict = ({ edits, lists, saving, theirs }: ConflictProps) => (
  <EditConflict
    mine={edits.content}
    theirs={theirs}
    lists={lists}
    onMine={() => {
      edits.rebaseOn(theirs)
      saving.resolveConflict(theirs)
    }}
    onTheirs={() => {
      edits.replaceWith(theirs)
      saving.resolveConflict(theirs)
    }}
  />
)

/** Says that the form shows unsaved text from before this page was opened. */
const Restored = ({ onDiscard }: { onDiscard: () => void }) => (
  <p className="callout is-amber mb5">
    <Trans>We restored what you typed in this tab. It is not saved yet.</Trans>{' '}
    <button className="link" type="button" onClick={onDiscard}>
      <Trans>Discard it</Trans>
    </button>
  </p>
)

/**
 * The form of a job. It saves a draft; for a public job, it proposes the changes. The method `dialog` makes
 * a form that is sent before hydration do nothing.
 */
export function JobForm({ job, lists, edits, saving, onPropose, onLeave }: Props) {
  const isDraft = job.state === 'draft'
  const { conflictingVersion, message, form, save } = saving
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault()
        if (isDraft) void save()
        else onPropose()
      }}
    >
      {conflictingVersion && (
        <Conflict edits={edits} lists={lists} saving={saving} theirs={conflictingVersion} />
      )}
      {!conflictingVersion && edits.restored && edits.dirty && message === '' && (
        <Restored onDiscard={() => edits.replaceWith(job)} />
      )}
      <ErrorSummary errors={form.errors} round={form.round} />
      <JobFields
        key={edits.formVersion}
        content={edits.content}
        onChange={(changed) => {
          edits.change(changed)
          form.markChanged(Object.keys(changed))
        }}
        lists={lists}
        errorAt={form.errorAt}
        deadlineStays={!isDraft}
      />
      <SaveJobBar
        isDraft={isDraft}
        dirty={edits.dirty}
        busy={form.busy}
        message={message}
        onPropose={onPropose}
        onLeave={onLeave}
      />
    </form>
  )
}
