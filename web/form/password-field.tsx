import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { fieldAria, Field, useEarlyTyping } from './field.tsx'

type Props = {
  id: string
  label: string
  value: string
  onValue: (value: string) => void
  /** The `autocomplete` value; `off` for a masked answer that is no password. */
  autoComplete: 'current-password' | 'new-password' | 'off'
  hint?: ReactNode
  error?: string | undefined
  onBlur?: () => void
}

/** A masked input that can be shown, so that a long password can be checked on a small screen. */
export function PasswordField({ id, label, value, onValue, autoComplete, hint, error, onBlur }: Props) {
  const [isShown, setShown] = useState(false)
  const early = useEarlyTyping(value, onValue)
  const name = label.toLowerCase()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="input-row">
        <input
          {...fieldAria(id, { hint, error })}
          className="input"
          id={id}
          // A password shown as text stays marked, so that the link to the other language does not store it.
          data-secret=""
          ref={early}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          onBlur={onBlur}
        />
        <button
          className="btn-icon needs-js"
          type="button"
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t`Hide` : t`Show`}
          <span className="sr-only"> {name}</span>
        </button>
      </div>
    </Field>
  )
}

/** A hidden field that tells a password manager which account the password belongs to. */
export const HiddenUsername = ({ email }: { email: string }) => (
  <input
    className="sr-only"
    type="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
