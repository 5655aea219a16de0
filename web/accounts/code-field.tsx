import { RESET_CODE } from '#contract/accounts/limits.ts'
import { TextField } from '../form/field.tsx'

type Props = {
  id: string
  email: string
  value: string
  onValue: (value: string) => void
  error: string | undefined
}

/** The digits of the emailed code: the same field in both ways to recover an account. */
export const CodeField = ({ id, email, value, onValue, error }: Props) => (
  <TextField
    id={id}
    label={`Code of ${RESET_CODE.digits} digits`}
    hint={`We sent the code to ${email}. It works for ${RESET_CODE.minutes} minutes.`}
    className="input code num"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={RESET_CODE.digits + 4}
    value={value}
    onValue={onValue}
    error={error}
  />
)
