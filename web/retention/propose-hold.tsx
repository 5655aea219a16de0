import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { Hold } from '#contract/retention/endpoints.ts'
import { HOLD_WORDS, RETENTION } from '#contract/retention/words.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

/** This error is thrown before the call is made, to show it at its field. */
class NoJobChosen extends Error {}

const errorsOf = (error: unknown) =>
  error instanceof NoJobChosen
    ? [{ field: 'job', sentence: HOLD_WORDS.jobRequired }]
    : formErrors(error, ['ends_on', 'reason'])

const propose = (jobId: string, body: { reason: string; ends_on: string }) => {
  if (!jobId) throw new NoJobChosen()
  return call('POST /api/staff/jobs/{id}/holds/', { params: { id: Number(jobId) }, body })
}

type Props = {
  jobs: Reply<'GET /api/staff/retention/'>['jobs']
  onClose: () => void
  onProposed: (hold: Hold) => void
}

/** The dialog that proposes a hold: until the chosen day, nothing of a recruitment is deleted. */
export function ProposeHold({ jobs, onClose, onProposed }: Props) {
  // Sends the form once at a time. `errorsOf` says which field shows an error.
  const sending = useSending(errorsOf)
  const { errorAt } = sending
  const [jobId, setJobId] = useState('')
  const [endsOn, setEndsOn] = useState('')
  const [reason, setReason] = useState('')
  return (
    <FormDialog
      title={t`Propose a hold`}
      sending={sending}
      sendLabel={t`Propose the hold`}
      onSend={async () => onProposed(await propose(jobId, { reason, ends_on: endsOn }))}
      onClose={onClose}
    >
      <p className="mb4">
        <Trans>
          Until the day that you choose, nothing of this recruitment is deleted. A second officer must agree
          within {RETENTION.waitDays} days.
        </Trans>
      </p>
      <SelectField
        id="job"
        label={t`Recruitment`}
        options={jobs.map(({ id, reference, title }) => [String(id), `${reference}, ${title}`] as const)}
        empty={t`Choose a recruitment`}
        value={jobId}
        onValue={setJobId}
        error={errorAt('job')}
      />
      <TextField
        id="ends_on"
        label={t`Last day of the hold`}
        hint={t`The hold ends by itself after this day.`}
        type="date"
        value={endsOn}
        onValue={setEndsOn}
        error={errorAt('ends_on')}
      />
      <TextAreaField
        id="reason"
        label={t`Why`}
        hint={t`For instance the number of the petition or the audit. The log keeps it.`}
        rows={3}
        maxLength={RETENTION.maxReason}
        value={reason}
        onValue={setReason}
        error={errorAt('reason')}
      />
    </FormDialog>
  )
}
