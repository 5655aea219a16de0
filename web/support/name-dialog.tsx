import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PERSON } from '#contract/accounts/limits.ts'
import { SUPPORT } from '#contract/support/limits.ts'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { call } from '../api.ts'
import { TextField } from '../form/field.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

const NAMES = [
  ['first_name', t`First name`],
  ['middle_name', t`Middle name`],
  ['last_name', t`Last name`],
] as const

type Props = {
  handle: string
  person: HelpedPerson
  onClose: () => void
  onDone: (person: HelpedPerson, words: string) => void
}

/** The dialog that corrects the name in a profile. Submitted applications keep the earlier name. */
export function NameDialog({ handle, person, onClose, onDone }: Props) {
  const sending = useSending([...NAMES.map(([field]) => field), 'reason'])
  const { errorAt } = sending
  const { first_name, middle_name, last_name } = person
  const [name, setName] = useState({ first_name, middle_name, last_name })
  const [reason, setReason] = useState('')
  const correctName = async () => {
    const corrected = await call('POST /api/staff/support/people/{handle}/name/', {
      params: { handle },
      body: { ...name, reason },
    })
    onDone(corrected, t`The name is corrected. The person gets an email.`)
  }
  return (
    <FormDialog
      title={t`Correct the name`}
      sending={sending}
      sendLabel={t`Correct the name`}
      onSend={correctName}
      onClose={onClose}
    >
      <p className="mb4">
        <Trans>
          Write the name as on the ID card or passport. Sent applications keep the old name. The person gets a
          notification and an email.
        </Trans>
      </p>
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
          error={errorAt(field)}
        />
      ))}
      <TextAreaField
        id="reason"
        label={t`Why`}
        hint={t`The log keeps your reason, and the email shows it.`}
        rows={3}
        maxLength={SUPPORT.maxReason}
        value={reason}
        onValue={setReason}
        error={errorAt('reason')}
      />
    </FormDialog>
  )
}
