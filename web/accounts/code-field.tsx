import { t } from '@lingui/core/macro'
import { RESET_CODE } from '#contract/accounts/limits.ts'
import { TextField } from '../form/field.tsx'

type Props = {
  id: string
  email: string
  value: string
  onValue: (value: string) => void
  error: string | undefined
}

/** Characters such as spaces that people type between the digits of a code. The field accepts them too. */
const SPARE_CHARACTERS = 4

const { digits, minutes } = RESET_CODE

/** The field for an emailed code. Both ways to recover an account use this field. */
export const CodeField = ({ id, email, value, onValue, error }: Props) => (
  <TextField
    id={id}
    label={t`Code of ${digits} digits`}
    hint={t`We sent the code to ${email}. It works for ${minutes} minutes.`}
    className="input code num"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={digits + SPARE_CHARACTERS}
    value={value}
    onValue={onValue}
    error={error}
  />
)
