import { t } from '@lingui/core/macro'
import { PasswordField } from '../form/password-field.tsx'

type Props = {
  password: string
  onPassword: (value: string) => void
  passwordAgain: string
  onPasswordAgain: (value: string) => void
  errorAt: (field: string) => string | undefined
  /** One page holds both ways to recover an account. A prefix for one of them keeps their ids different. */
  prefix?: string
}

/** A new password, typed twice. Both ways to recover an account use these fields. */
export const NewPassword = ({
  password,
  onPassword,
  passwordAgain,
  onPasswordAgain,
  errorAt,
  prefix = '',
}: Props) => (
  <>
    <PasswordField
      id={`${prefix}new-password`}
      label={t`New password`}
      hint={t`At least 8 characters. Three or four words in a row are easy to remember and hard to guess.`}
      autoComplete="new-password"
      value={password}
      onValue={onPassword}
      error={errorAt('new-password')}
    />
    <PasswordField
      id={`${prefix}new-password-again`}
      label={t`Confirm new password`}
      autoComplete="new-password"
      value={passwordAgain}
      onValue={onPasswordAgain}
      error={errorAt('new-password-again')}
    />
  </>
)
