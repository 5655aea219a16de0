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

/** The extra characters that a code may have when it is typed, such as spaces between its digits. */
const SPARE_CHARACTERS = 4

const { digits, minutes } = RESET_CODE

/** The field for the emailed code, the same in both ways to recover an account. */
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
