import { useState } from 'react'
import type { StaffPerson } from '#contract/staff-people.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EVERYWHERE, RoleFields } from './role-fields.tsx'
import { useSending } from './use-sending.ts'

type Props = { person: StaffPerson; onClose: () => void; onChanged: () => void }

/** What an administrator may change of somebody else, with a reason that the log keeps. */
export function ChangePerson({ person, onClose, onChanged }: Props) {
  const { faults, round, busy, at, send } = useSending(['reason', 'areas'])
  const [role, setRole] = useState<StaffRole>(person.role)
  const [areas, setAreas] = useState(person.areas)
  const [reason, setReason] = useState('')
  const change = (what: { role?: StaffRole; disabled?: boolean; renew_access?: boolean }) =>
    void send(async () => {
      await call('PATCH /api/staff/people/{id}/', {
        params: { id: person.id },
        body: { ...what, ...(what.role ? { areas: what.role === 'reviewer' ? areas : EVERYWHERE } : {}), reason },
      })
      onChanged()
    })
  return (
    <Dialog
      title={person.name}
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="button" aria-disabled={busy} onClick={() => change({ role })}>
            Save role and areas
          </button>
          {!person.disabled && (
            <button className="btn btn-2" type="button" aria-disabled={busy} onClick={() => change({ renew_access: true })}>
              Set up access anew, by letter
            </button>
          )}
          <button className="btn btn-2" type="button" aria-disabled={busy} onClick={() => change({ disabled: !person.disabled })}>
            {person.disabled ? 'Let in again' : 'Take access away'}
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
        </>
      }
    >
      <ErrorSummary faults={faults} round={round} />
      <TextField id="reason" label="Why" hint="The log keeps it." value={reason} onValue={setReason} fault={at('reason')} />
      <RoleFields prefix="change-" role={role} onRole={setRole} areas={areas} onAreas={setAreas} />
    </Dialog>
  )
}
