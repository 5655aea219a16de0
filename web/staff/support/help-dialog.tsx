import { type FormEvent, useState } from 'react'
import { SUPPORT } from '#contract/limits.ts'
import type { HelpedPerson } from '#contract/staff-support.ts'
import { ErrorSummary } from '../../form/error-summary.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField } from '../area-field.tsx'
import { faultsOf, useFaults } from '../form-faults.ts'
import { type Help, HELPS } from './helps.ts'

type Props = { help: Help; person: HelpedPerson; onClose: () => void; onDone: (person: HelpedPerson, said: string) => void }

/** One thing done for a person, with the reason that the log keeps. */
export function HelpDialog({ help, person, onClose, onDone }: Props) {
  const { title, says, button, done, call } = HELPS[help]
  const { faults, round, show, clear, at } = useFaults()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    clear()
    try {
      onDone(await call(person.id, reason), done)
    } catch (error) {
      show(faultsOf(error, ['reason']))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="help" aria-disabled={busy}>
            {busy ? 'One moment...' : button}
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
        </>
      }
    >
      <form id="help" onSubmit={submit} noValidate method="dialog">
        <ErrorSummary faults={faults} round={round} />
        <p className="mb4">{says} The person is told.</p>
        <AreaField
          id="reason"
          label="Why"
          hint="The log keeps it."
          rows={3}
          maxLength={SUPPORT.maxReason}
          value={reason}
          onValue={setReason}
          fault={at('reason')}
        />
      </form>
    </Dialog>
  )
}
