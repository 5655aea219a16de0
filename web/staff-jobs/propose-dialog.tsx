import { useState } from 'react'
import { longDeadline } from '#contract/dates.ts'
import type { JobChange, JobContent, StaffJob } from '#contract/staff-jobs/endpoints.ts'
import { call } from '../api.ts'
import { RadioGroup } from '../form/choices.tsx'
import type { FieldError } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { DeadlineField } from './deadline-field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import { CHANGE_WORDS, JOB_FIELDS } from './job-words.ts'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = {
  job: StaffJob
  kind: JobChange
  /** The content of an edit, and the version of the job that was edited. */
  edit?: { content: JobContent; updated_at: string }
  /** Runs first; false stops the proposal. */
  before?: () => Promise<boolean>
  onClose: () => void
  onProposed: (job: StaffJob) => void
  /** Errors in the job itself, for the fields of its form. */
  onFaults?: (faults: FieldError[]) => void
}

const AT = [
  ['now', 'As soon as it is approved'],
  ['later', 'At a time'],
] as const

/** Proposes a change of a job: what it does, when, and why. */
export function ProposeDialog({ job, kind, edit, before, onClose, onProposed, onFaults }: Props) {
  const words = CHANGE_WORDS[kind]
  const sending = useSending((error) => {
    const ofJob = onFaults ? formErrors(error, JOB_FIELDS).filter(({ field }) => field) : []
    if (ofJob.length > 0) {
      onFaults?.(ofJob)
      return []
    }
    const found = formErrors(error, ['reason', 'publish_at', 'expiry_date'])
    return found.map(({ field, sentence }) => ({
      field: field === 'expiry_date' ? 'new_deadline' : field,
      sentence,
    }))
  })
  const { at } = sending
  const [when, setWhen] = useState('now')
  const [publishAt, setPublishAt] = useState('')
  const [deadline, setDeadline] = useState('')
  const [reason, setReason] = useState('')
  const moves = kind === 'extend' || kind === 'reopen'
  const propose = async () => {
    if (before && !(await before())) return onClose()
    const body = {
      kind,
      reason,
      expiry_date: deadline,
      publish_at: when === 'later' ? publishAt : '',
      ...edit,
    }
    onProposed(await call('POST /api/staff/jobs/{id}/changes/', { params: { id: job.id }, body }))
  }
  return (
    <FormDialog
      title={kind === 'publish' || kind === 'edit' ? words.act : words.noun}
      sending={sending}
      act="Propose it"
      acting="Sending..."
      onSend={propose}
      onClose={onClose}
    >
      <p className="mb4">
        <b>{job.title}</b>. {words.effect}
      </p>
      {kind === 'publish' && (
        <RadioGroup id="when" label="When" options={AT} value={when} onValue={setWhen} />
      )}
      {kind === 'publish' && when === 'later' && (
        <DeadlineField
          id="publish_at"
          opens
          legend="Day and hour"
          hint="Nairobi time; without an hour, at the start of the day. If approved later, it is public at once."
          value={publishAt}
          onValue={setPublishAt}
          fault={at('publish_at')}
        />
      )}
      {moves && (
        <DeadlineField
          id="new_deadline"
          legend="New deadline"
          hint={job.expiry_date ? `Announced: ${longDeadline(job.expiry_date)}.` : 'None announced so far.'}
          value={deadline}
          onValue={setDeadline}
          fault={at('new_deadline')}
        />
      )}
      <TextField
        id="reason"
        label="Why"
        hint={words.why}
        optional={kind === 'publish'}
        maxLength={500}
        autoComplete="off"
        value={reason}
        onValue={setReason}
        fault={at('reason')}
      />
    </FormDialog>
  )
}
