import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SUPPORT } from '#contract/support/limits.ts'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import type { HelpAction } from './help-actions.ts'

type Props = {
  action: HelpAction
  /** A code for the person in addresses and calls. */
  handle: string
  onClose: () => void
  onDone: (person: HelpedPerson, words: string) => void
}

/** The dialog for an action that helps a person. It asks for a reason, which the audit log records. */
export function HelpDialog({ action, handle, onClose, onDone }: Props) {
  const { title, explanation, button, successText, call } = action
  const sending = useSending(['reason'])
  const [reason, setReason] = useState('')
  const helpPerson = async () => onDone(await call(handle, reason), successText)
  return (
    <FormDialog
      title={title}
      sending={sending}
      sendLabel={button}
      sendingLabel={t`One moment...`}
      onSend={helpPerson}
      onClose={onClose}
    >
      <p className="mb4">
        {explanation} <Trans>The person is notified.</Trans>
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
