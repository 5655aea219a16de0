import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { longDeadline } from '#contract/dates.ts'
import type { JobChange, JobContent, StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { call } from '../api.ts'
import { RadioGroup } from '../form/choices.tsx'
import type { FieldError } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { DeadlineField } from '../staff-ui/deadline-field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import { CHANGE_WORDS, JOB_FIELDS } from './job-words.ts'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = {
  job: StaffJob
  kind: JobChange
  /** If an edit is proposed: its content, and the version of the job that was edited. */
  edit?: { content: JobContent; updated_at: string }
  /** Runs before the proposal is sent. If it returns false, nothing is sent. */
  beforeSending?: () => Promise<boolean>
  onClose: () => void
  onProposed: (job: StaffJob) => void
  /** Called with errors in the job itself, which the fields of the job's form show. */
  onErrors?: (errors: FieldError[]) => void
}

/** When a job becomes public. Only `later` needs a day. */
const WHEN = [
  ['now', t`As soon as it is approved`],
  ['later', t`At a time`],
] as const

type DayProps = {
  job: StaffJob
  kind: JobChange
  when: string
  onWhen: (when: string) => void
  /** A day, or a day with a time, as in `DeadlineField`. */
  day: string
  onDay: (day: string) => void
  errorAt: (field: string) => string | undefined
}

/** The field for a day that the change needs: when the job becomes public, or its new deadline. */
function DayFields({ job, kind, when, onWhen, day, onDay, errorAt }: DayProps) {
  if (kind === 'publish')
    return (
      <>
        <RadioGroup id="when" label={t`When`} options={WHEN} value={when} onValue={onWhen} />
        {when === 'later' && (
          <DeadlineField
            id="publish_at"
            isOpening
            legend={t`Day and hour`}
            hint={t`Nairobi time. Without an hour, the job is public from the start of the day. After a later approval, it is public at once.`}
            value={day}
            onValue={onDay}
            error={errorAt('publish_at')}
          />
        )}
      </>
    )
  if (kind !== 'extend' && kind !== 'reopen') return null
  return (
    <DeadlineField
      id="new_deadline"
      legend={t`New deadline`}
      hint={job.expiry_date ? t`Announced: ${longDeadline(job.expiry_date)}.` : t`None announced so far.`}
      value={day}
      onValue={onDay}
      error={errorAt('new_deadline')}
    />
  )
}

/** The errors for the fields of this dialog. The server calls the new deadline `expiry_date`. */
const ownErrors = (error: unknown) =>
  formErrors(error, ['reason', 'publish_at', 'expiry_date']).map(({ field, sentence }) => ({
    field: field === 'expiry_date' ? 'new_deadline' : field,
    sentence,
  }))

/** Sends the proposal once at a time, and shows the errors of the call. */
const useProposing = (onErrors: Props['onErrors']) =>
  useSending((error) => {
    // The form of the job shows errors in the job itself, which always have a field. This dialog shows all
    // others.
    const jobErrors = onErrors ? formErrors(error, JOB_FIELDS).filter(({ field }) => field) : []
    if (jobErrors.length === 0) return ownErrors(error)
    onErrors?.(jobErrors)
    return []
  })

/** The dialog that proposes a change of a job. It says what the change does, and asks when and why. */
export function ProposeDialog({ job, kind, edit, beforeSending, onClose, onProposed, onErrors }: Props) {
  const words = CHANGE_WORDS[kind]
  const sending = useProposing(onErrors)
  const [when, setWhen] = useState('now')
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const propose = async () => {
    // To the server, no day means that the job becomes public on approval.
    if (kind === 'publish' && when === 'later' && !day)
      return sending.show([{ field: 'publish_at', sentence: t`Choose a day` }])
    if (beforeSending && !(await beforeSending())) return onClose()
    // The day of this dialog is the new deadline, or for `publish` the day on which the job becomes public.
    const body = {
      kind,
      reason,
      expiry_date: kind === 'publish' ? '' : day,
      publish_at: kind === 'publish' && when === 'later' ? day : '',
      ...edit,
    }
    onProposed(await call('POST /api/staff/jobs/{id}/changes/', { params: { id: job.id }, body }))
  }
  return (
    <FormDialog
      title={kind === 'publish' || kind === 'edit' ? words.button : words.noun}
      sending={sending}
      sendLabel={t`Propose it`}
      sendingLabel={t`Sending...`}
      onSend={propose}
      onClose={onClose}
    >
      <p className="mb4">
        <b>{job.title}</b>. {words.effect}
      </p>
      <DayFields
        job={job}
        kind={kind}
        when={when}
        onWhen={setWhen}
        day={day}
        onDay={setDay}
        errorAt={sending.errorAt}
      />
      <TextField
        id="reason"
        label={t`Why`}
        hint={words.reasonHint}
        optional={kind === 'publish'}
        maxLength={500}
        autoComplete="off"
        value={reason}
        onValue={setReason}
        error={sending.errorAt('reason')}
      />
    </FormDialog>
  )
}
