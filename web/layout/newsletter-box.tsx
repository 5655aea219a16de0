import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'

/** The error to show: the refusal's first sentence about the email, or else about the whole call. */
const errorsOf = (error: unknown) => {
  const sentence = isCallFailed(error) ? firstOf(error.body, ['email', 'message']) : undefined
  return [{ sentence: sentence ?? t`We could not be reached. Please try again.` }]
}

/** The form for emails about new jobs (J13). The server's message is shown at the field. */
export function NewsletterBox() {
  const id = useId()
  const [email, setEmail] = useState('')
  const [doneWords, setDoneWords] = useState<string>()
  const { errors, busy, send } = useSending(errorsOf)
  const [error] = errors
  const subscribe = async () => {
    const { message } = await call('POST /api/newsletter/', { body: { email } })
    setDoneWords(message)
  }
  return (
    <form
      className="needs-js"
      onSubmit={(event) => {
        event.preventDefault()
        void send(subscribe)
      }}
      noValidate
    >
      <h2>
        <label htmlFor={id}>
          <Trans>New jobs by email</Trans>
        </label>
      </h2>
      <p className="hint">
        <Trans>One email when a job is posted. Stop any time.</Trans>
      </p>
      <div aria-live="polite">
        {error && (
          <p className="err" id={`${id}-error`}>
            <Icon name="warn" size="icon-small" />
            <span>{translate(error.sentence)}</span>
          </p>
        )}
        {doneWords && <p className="callout is-green">{translate(doneWords)}</p>}
      </div>
      {!doneWords && (
        <div className="input-row">
          <input
            className="input"
            id={id}
            type="email"
            placeholder="name@example.com"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error && `${id}-error`}
          />
          <button className="btn-icon" type="submit">
            {busy ? t`Sending` : t`Send me`}
          </button>
        </div>
      )}
    </form>
  )
}
