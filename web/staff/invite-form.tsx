import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { STAFF } from '#contract/staff/limits.ts'
import { needsSecondAdministrator } from '#contract/staff/appointment-words.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { EVERYWHERE, RoleFields } from './role-fields.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

/** Invites an officer by email. For an approver or administrator, a second administrator must agree. */
export function InviteForm({ onInvited }: { onInvited: (email: string, isProposal: boolean) => void }) {
  const { errors, round, busy, errorAt, send } = useSending(['email', 'areas', 'reason'])
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<StaffRole>('reviewer')
  const [areas, setAreas] = useState(EVERYWHERE)
  const [reason, setReason] = useState('')
  const needsSecondPerson = needsSecondAdministrator(role)
  const sendLabel = needsSecondPerson ? t`Propose the invitation` : t`Send the invitation`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Only a reviewer is limited to areas.
    const sentAreas = role === 'reviewer' ? areas : EVERYWHERE
    void send(async () => {
      const body = { email, name, role, areas: sentAreas, reason: needsSecondPerson ? reason : '' }
      const { proposal } = await call('POST /api/staff/invitations/', { body })
      setEmail('')
      setName('')
      setAreas(EVERYWHERE)
      setReason('')
      onInvited(email, proposal !== null)
    })
  }
  return (
    <form className="form" onSubmit={submit} noValidate method="dialog">
      <ErrorSummary errors={errors} round={round} />
      <TextField
        id="email"
        label={t`Work email`}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={setEmail}
        error={errorAt('email')}
      />
      <TextField id="name" label={t`Name`} optional value={name} onValue={setName} />
      <RoleFields role={role} onRole={setRole} areas={areas} onAreas={setAreas} />
      {needsSecondPerson && (
        <TextField
          id="reason"
          label={t`Why`}
          hint={t`Another administrator reads your reason and must agree before the invitation is sent.`}
          maxLength={STAFF.maxReason}
          value={reason}
          onValue={setReason}
          error={errorAt('reason')}
        />
      )}
      <p className="mt4">
        <button className="btn" type="submit" aria-disabled={busy}>
          {busy ? t`Sending...` : sendLabel}
        </button>
      </p>
    </form>
  )
}
