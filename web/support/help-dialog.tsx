import { useState } from 'react'
import { SUPPORT } from '#contract/support/limits.ts'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { AreaField } from '../staff-ui/area-field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { type Help, HELPS } from './helps.ts'

type Props = {
  help: Help
  handle: string
  onClose: () => void
  onDone: (person: HelpedPerson, words: string) => void
}

/** One action for a person, with the reason that the audit log records. */
export function HelpDialog({ help, handle, onClose, onDone }: Props) {
  const { title, says, button, done, call } = HELPS[help]
  const sending = useSending(['reason'])
  const [reason, setReason] = useState('')
  const act = async () => onDone(await call(handle, reason), done)
  return (
    <FormDialog
      title={title}
      sending={sending}
      act={button}
      acting="One moment..."
      onSend={act}
      onClose={onClose}
    >
      <p className="mb4">{says} The person is notified.</p>
      <AreaField
        id="reason"
        label="Why"
        hint="The log keeps it."
        rows={3}
        maxLength={SUPPORT.maxReason}
        value={reason}
        onValue={setReason}
        error={sending.errorAt('reason')}
      />
    </FormDialog>
  )
}
