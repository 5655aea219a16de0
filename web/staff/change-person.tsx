import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { needsSecondAdministrator } from '#contract/staff/appointment-words.ts'
import type { StaffPerson } from '#contract/staff/people.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import { EVERYWHERE, RoleFields } from './role-fields.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = { person: StaffPerson; onClose: () => void; onChanged: (isProposal: boolean) => void }

/**
 * A change of an officer. `renew_access`: the password and the second factor stop working, and an email lets
 * the officer set up new ones.
 */
type Change = { role?: StaffRole; email?: string; disabled?: boolean; renew_access?: boolean }

/** For an approver or administrator, access is not restored at once but proposed. */
const accessWords = ({ disabled, role }: StaffPerson) => {
  if (!disabled) return t`Take access away`
  return needsSecondAdministrator(role) ? t`Propose to restore access` : t`Restore access`
}

type ButtonsProps = {
  person: StaffPerson
  busy: boolean
  saveLabel: string
  onSave: () => void
  onChange: (change: Change) => void
  onClose: () => void
}

const Buttons = ({ person, busy, saveLabel, onSave, onChange, onClose }: ButtonsProps) => (
  <>
    <button className="btn" type="button" aria-disabled={busy} onClick={onSave}>
      {saveLabel}
    </button>
    {!person.disabled && (
      <button
        className="btn btn-2"
        type="button"
        aria-disabled={busy}
        onClick={() => onChange({ renew_access: true })}
      >
        <Trans>Send a new access email</Trans>
      </button>
    )}
    <button
      className="btn btn-2"
      type="button"
      aria-disabled={busy}
      onClick={() => onChange({ disabled: !person.disabled })}
    >
      {accessWords(person)}
    </button>
    <button className="btn btn-2" type="button" onClick={onClose}>
      <Trans>Cancel</Trans>
    </button>
  </>
)

/** The fields here have the prefix `change-`, because the invitation form on this page has the plain ids. */
const errorsOf = (error: unknown) =>
  formErrors(error, ['reason', 'areas', 'email']).map(({ field, sentence }) => ({
    field: field && `change-${field}`,
    sentence,
  }))

const NeedsSecond = () => (
  <p className="callout mt4">
    <Trans>
      To change the role, area or address of an approver or administrator, another administrator must agree.
      The same is true for giving access back. Taking access away works at once.
    </Trans>
  </p>
)

/** Changes another officer, with a reason that the audit log records. */
export function ChangePerson({ person, onClose, onChanged }: Props) {
  const { errors, round, busy, errorAt, send } = useSending(errorsOf)
  const [role, setRole] = useState<StaffRole>(person.role)
  const [areas, setAreas] = useState(person.areas)
  const [email, setEmail] = useState(person.email)
  const [reason, setReason] = useState('')
  const needsSecondPerson = needsSecondAdministrator(person.role) || needsSecondAdministrator(role)
  const sendChange = (change: Change) =>
    void send(async () => {
      const { proposal } = await call('PATCH /api/staff/people/{id}/', {
        params: { id: person.id },
        body: {
          ...change,
          // Only reviewers are limited to areas, so only they keep theirs.
          ...(change.role ? { areas: change.role === 'reviewer' ? areas : EVERYWHERE } : {}),
          reason,
        },
      })
      onChanged(proposal !== null)
    })
  return (
    <Dialog
      title={person.name}
      onClose={onClose}
      buttons={
        <Buttons
          person={person}
          busy={busy}
          saveLabel={needsSecondPerson ? t`Propose the change` : t`Save`}
          onSave={() => sendChange({ role, email })}
          onChange={sendChange}
          onClose={onClose}
        />
      }
    >
      <ErrorSummary errors={errors} round={round} />
      <TextField
        id="change-reason"
        label={t`Why`}
        hint={t`The log keeps it.`}
        value={reason}
        onValue={setReason}
        error={errorAt('change-reason')}
      />
      <TextField
        id="change-email"
        label={t`Work email`}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={setEmail}
        error={errorAt('change-email')}
      />
      <RoleFields prefix="change-" role={role} onRole={setRole} areas={areas} onAreas={setAreas} />
      {needsSecondPerson && <NeedsSecond />}
    </Dialog>
  )
}
