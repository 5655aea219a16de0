import { Trans } from '@lingui/react/macro'
import type { StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import type { useFieldErrors } from '../staff-ui/form-errors.ts'
import { EditConflict } from './edit-conflict.tsx'
import { JobFields } from './job-fields.tsx'
import type { JobLists } from './job-lists.ts'
import { SaveJobBar } from './save-job-bar.tsx'
import type { useJobDraft } from './use-job-draft.ts'
import type { useJobSaving } from './use-job-saving.ts'

type Props = {
  job: StaffJob
  lists: JobLists
  draft: ReturnType<typeof useJobDraft>
  errors: ReturnType<typeof useFieldErrors>
  saving: ReturnType<typeof useJobSaving>
  onPropose: () => void
  onLeave: (() => void) | undefined
}

type ConflictProps = Pick<Props, 'draft' | 'lists' | 'saving'> & { theirs: StaffJob }

/** Lets the officer choose between their own text and the version that another officer saved. */
const Conflict = ({ draft, lists, saving, theirs }: ConflictProps) => (
  <EditConflict
    mine={draft.content}
    theirs={theirs}
    lists={lists}
    onMine={() => {
      draft.rebaseOn(theirs)
      saving.resolveConflict(theirs)
    }}
    onTheirs={() => {
      draft.replaceWith(theirs)
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
export function JobForm({ job, lists, draft, errors, saving, onPropose, onLeave }: Props) {
  const isDraft = job.state === 'draft'
  const { conflict, message, busy, save } = saving
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
      {conflict && <Conflict draft={draft} lists={lists} saving={saving} theirs={conflict} />}
      {!conflict && draft.restored && draft.dirty && message === '' && (
        <Restored onDiscard={() => draft.replaceWith(job)} />
      )}
      <ErrorSummary errors={errors.errors} round={errors.round} />
      <JobFields
        key={draft.formVersion}
        content={draft.content}
        onChange={(changed) => {
          draft.change(changed)
          errors.changed(Object.keys(changed))
        }}
        lists={lists}
        errorAt={errors.errorAt}
        deadlineStays={!isDraft}
      />
      <SaveJobBar
        isDraft={isDraft}
        dirty={draft.dirty}
        busy={busy}
        message={message}
        onPropose={onPropose}
        onLeave={onLeave}
      />
    </form>
  )
}
