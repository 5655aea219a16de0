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

/** The field for the emailed code, the same in both ways to recover an account. */
export const CodeField = ({ id, email, value, onValue, error }: Props) => (
  <TextField
    id={id}
    label={`Code of ${RESET_CODE.digits} digits`}
    hint={`We sent the code to ${email}. It works for ${RESET_CODE.minutes} minutes.`}
    className="input code num"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={RESET_CODE.digits + SPARE_CHARACTERS}
    value={value}
    onValue={onValue}
    error={error}
  />
)
