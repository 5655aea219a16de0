import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { TextField } from '../form/field.tsx'

type Props = {
  hint?: string
  error: string | undefined
  busy: boolean
  label: string
  className?: string
  /** True if another second factor is offered first. Then this button is less prominent. */
  isSecondary?: boolean
  onCode: (code: string) => void
}

/** A code has 6 digits. Some apps show it with a space in the middle. */
const MAX_TYPED_LENGTH = 7

/**
 * The code of an authenticator app, and the button that sends it. With the method `dialog`, the browser
 * itself never sends the form.
 */
export function CodeForm({ hint, error, busy, label, className, isSecondary = false, onCode }: Props) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code)
  }
  return (
    <form className={className} onSubmit={submit} noValidate method="dialog">
      <TextField
        id="totp_code"
        label={t`Code of 6 digits`}
        hint={hint}
        className="input code num"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={MAX_TYPED_LENGTH}
        value={code}
        onValue={setCode}
        error={error}
      />
      <p className="mt4">
        <button
          className={isSecondary ? 'btn btn-2 btn-wide' : 'btn btn-wide'}
          type="submit"
          aria-disabled={busy}
        >
          {busy ? t`Checking...` : label}
        </button>
      </p>
    </form>
  )
}

/** Leads back to the form with email and password. */
export const StartAgain = ({ onClick }: { onClick: () => void }) => (
  <p className="mt4">
    <button className="link" type="button" onClick={onClick}>
      <Trans>Start again</Trans>
    </button>
  </p>
)
