import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Hold } from '#contract/retention/endpoints.ts'
import { RETENTION } from '#contract/retention/words.ts'
import { call } from '../api.ts'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = { hold: Hold; onClose: () => void; onProposed: (hold: Hold) => void }

/** The dialog that proposes to lift a hold before its end. */
export function LiftHold({ hold: { id, job }, onClose, onProposed }: Props) {
  // Sends the form once at a time. The server's error is shown at the field named here.
  const sending = useSending({ reason: 'lift-reason' })
  const [reason, setReason] = useState('')
  const propose = async () =>
    onProposed(await call('POST /api/staff/holds/{id}/lift/', { params: { id }, body: { reason } }))
  return (
    <FormDialog
      title={t`Lift the hold`}
      sending={sending}
      sendLabel={t`Propose to lift it`}
      onSend={propose}
      onClose={onClose}
    >
      <p className="mb4 any">
        <Trans>
          The hold on {job.title} stays until a second officer agrees. After that, what is over is deleted.
        </Trans>
      </p>
      <TextAreaField
        id="lift-reason"
        label={t`Why`}
        hint={t`The log keeps it.`}
        rows={3}
        maxLength={RETENTION.maxReason}
        value={reason}
        onValue={setReason}
        error={sending.errorAt('lift-reason')}
      />
    </FormDialog>
  )
}
