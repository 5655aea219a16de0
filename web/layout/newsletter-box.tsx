import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'

/** The form for emails about new jobs (J13). The server's message is shown at the field. */
export function NewsletterBox() {
  const id = useId()
  const [email, setEmail] = useState('')
  const [state, setState] = useState<{ kind: 'idle' | 'busy' } | { kind: 'done' | 'error'; words: string }>({
    kind: 'idle',
  })
  const subscribe = async (event: FormEvent) => {
    event.preventDefault()
    if (state.kind === 'busy') return
    setState({ kind: 'busy' })
    try {
      const { message } = await call('POST /api/newsletter/', { body: { email } })
      setState({ kind: 'done', words: message })
      setEmail('')
    } catch (error) {
      // The error to show: the refusal's first sentence about the email, or else about the whole call.
      const words = isCallFailed(error) ? firstOf(error.body, ['email', 'message']) : undefined
      setState({ kind: 'error', words: words ?? t`We could not be reached. Please try again.` })
    }
  }
  return (
    <form className="needs-js" onSubmit={subscribe} noValidate>
      <h2>
        <label htmlFor={id}>
          <Trans>New jobs by email</Trans>
        </label>
      </h2>
      <p className="hint">
        <Trans>One email when a job is posted. Stop any time.</Trans>
      </p>
      <div aria-live="polite">
        {state.kind === 'error' && (
          <p className="err" id={`${id}-fault`}>
            <Icon name="warn" size="i-s" />
            <span>{translate(state.words)}</span>
          </p>
        )}
        {state.kind === 'done' && <p className="callout is-green">{translate(state.words)}</p>}
      </div>
      {state.kind !== 'done' && (
        <div className="input-row">
          <input
            className="input"
            id={id}
            type="email"
            placeholder="name@example.com"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            aria-invalid={state.kind === 'error' || undefined}
            aria-describedby={state.kind === 'error' ? `${id}-fault` : undefined}
          />
          <button className="btn-i" type="submit">
            {state.kind === 'busy' ? t`Sending` : t`Send me`}
          </button>
        </div>
      )}
    </form>
  )
}
