import { type FormEvent, useState } from 'react'
import { PERSON, SUPPORT } from '#contract/limits.ts'
import type { HelpedPerson } from '#contract/staff-support.ts'
import { call } from '../../api.ts'
import { ErrorSummary } from '../../form/error-summary.tsx'
import { TextField } from '../../form/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField } from '../area-field.tsx'
import { faultsOf, useFaults } from '../form-faults.ts'

const NAMES = [
  ['first_name', 'First name'],
  ['middle_name', 'Middle name'],
  ['last_name', 'Last name'],
] as const

type Props = { person: HelpedPerson; onClose: () => void; onDone: (person: HelpedPerson, said: string) => void }

/** The name in the profile; what was sent keeps the one it had. */
export function NameDialog({ person, onClose, onDone }: Props) {
  const { faults, round, show, clear, at } = useFaults()
  const { first_name, middle_name, last_name } = person
  const [name, setName] = useState({ first_name, middle_name, last_name })
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    clear()
    try {
      const corrected = await call('POST /api/staff/support/people/{id}/name/', { params: { id: person.id }, body: { ...name, reason } })
      onDone(corrected, 'The name is corrected, and a letter tells the person.')
    } catch (error) {
      show(faultsOf(error, [...NAMES.map(([field]) => field), 'reason']))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Correct the name"
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="name" aria-disabled={busy}>
            {busy ? 'Saving...' : 'Correct the name'}
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
        </>
      }
    >
      <form id="name" onSubmit={submit} noValidate method="dialog">
        <ErrorSummary faults={faults} round={round} />
        <p className="mb4">As on the ID card or passport. Applications that were sent keep the name they had. The person is told, and gets a letter.</p>
        {NAMES.map(([field, label]) => (
          <TextField
            key={field}
            id={field}
            label={label}
            optional={field === 'middle_name'}
            autoComplete="off"
            maxLength={PERSON.maxNameLength}
            value={name[field]}
            onValue={(value) => setName({ ...name, [field]: value })}
            fault={at(field)}
          />
        ))}
        <AreaField
          id="reason"
          label="Why"
          hint="The log keeps it, and the letter says it."
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
