import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SENDING } from '#contract/messages/limits.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { call } from '../api.ts'
import { TextField } from '../form/field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { countedApplicants } from './preview-emails.tsx'

type Props = { message: OfficersMessage; onStopped: (message: OfficersMessage) => void; onClose: () => void }

/** The dialog that asks why a message is stopped, and stops it. */
function StopDialog({ message, onStopped, onClose }: Props) {
  // Sends the form once at a time. The server's error is shown at the field named here.
  const sending = useSending(['reason'])
  const [reason, setReason] = useState('')
  const stop = async () =>
    onStopped(
      await call('POST /api/staff/messages/{id}/stop/', { params: { id: message.id }, body: { reason } }),
    )
  return (
    <FormDialog
      title={t`Stop the message to ${countedApplicants(message.recipients)}?`}
      sending={sending}
      sendLabel={t`Stop the message`}
      sendingLabel={t`Stopping...`}
      onSend={stop}
      onClose={onClose}
    >
      <p className="mb4">
        <Trans>
          No one gets this message. You cannot start it again, but you can write a new one with the same
          words.
        </Trans>
      </p>
      <TextField
        id="reason"
        label={t`Why do you stop it?`}
        hint={t`The log keeps this reason. Applicants do not see it.`}
        maxLength={SENDING.maxNote}
        autoComplete="off"
        value={reason}
        onValue={setReason}
        error={sending.errorAt('reason')}
      />
    </FormDialog>
  )
}

/**
 * The button to stop a message, for officers who may. An officer who decides on a message returns it instead.
 */
export function StopMessage({ message, onStopped }: Omit<Props, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  if (!message.may.includes('stop') || message.may.includes('decide')) return null
  return (
    <>
      <button className="btn btn-2 btn-small" type="button" onClick={() => setOpen(true)}>
        <Trans>Stop</Trans>
        <span className="sr-only"> “{message.subject}”</span>
      </button>
      {isOpen && (
        <StopDialog
          message={message}
          onClose={() => setOpen(false)}
          onStopped={(stopped) => {
            setOpen(false)
            onStopped(stopped)
          }}
        />
      )}
    </>
  )
}
