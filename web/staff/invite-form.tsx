import { type FormEvent, useState } from 'react'
import type { StaffRole } from '#contract/staff-rights.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { EVERYWHERE, RoleFields } from './role-fields.tsx'
import { useSending } from './use-sending.ts'

/** Invites somebody by letter. */
export function InviteForm({ onInvited }: { onInvited: (email: string) => void }) {
  const { faults, round, busy, at, send } = useSending(['email', 'areas'])
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<StaffRole>('reviewer')
  const [areas, setAreas] = useState(EVERYWHERE)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      await call('POST /api/staff/invitations/', { body: { email, name, role, areas: role === 'reviewer' ? areas : EVERYWHERE } })
      setEmail('')
      setName('')
      setAreas(EVERYWHERE)
      onInvited(email)
    })
  }
  return (
    <form className="form" onSubmit={submit} noValidate method="dialog">
      <ErrorSummary faults={faults} round={round} />
      <TextField id="email" label="Work email" type="email" autoCapitalize="none" spellCheck={false} value={email} onValue={setEmail} fault={at('email')} />
      <TextField id="name" label="Name" optional value={name} onValue={setName} />
      <RoleFields role={role} onRole={setRole} areas={areas} onAreas={setAreas} />
      <p className="mt4">
        <button className="btn" type="submit" aria-disabled={busy}>
          {busy ? 'Sending...' : 'Send the invitation'}
        </button>
      </p>
    </form>
  )
}
