import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SUPPORT } from '#contract/support/limits.ts'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { call } from '../api.ts'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = {
  job: HelpedPerson['applications'][number]['job']
  handle: string
  onClose: () => void
  onDone: (person: HelpedPerson, words: string) => void
}

/** Puts back an application that the person withdrew within a day. */
export function RestoreDialog({ job, handle, onClose, onDone }: Props) {
  const sending = useSending(['reason'])
  const [reason, setReason] = useState('')
  const restore = async () => {
    const body = { job_reference: job.reference, reason }
    const params = { handle }
    onDone(
      await call('POST /api/staff/support/people/{handle}/restore/', { params, body }),
      t`The application is put back.`,
    )
  }
  return (
    <FormDialog
      title={t`Put the application back`}
      sending={sending}
      sendLabel={t`Put it back`}
      sendingLabel={t`One moment...`}
      onSend={restore}
      onClose={onClose}
    >
      <p className="mb4">
        <Trans>
          The application for {job.title} counts again, where it was before. Make sure that you are talking to
          the owner of the account. The person is notified.
        </Trans>
      </p>
      <TextAreaField
        id="reason"
        label={t`Why`}
        hint={t`The log keeps it.`}
        rows={3}
        maxLength={SUPPORT.maxReason}
        value={reason}
        onValue={setReason}
        error={sending.errorAt('reason')}
      />
    </FormDialog>
  )
}
