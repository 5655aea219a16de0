import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CAPTCHA_LIFETIME_MS } from '#contract/captcha/limits.ts'
import { CAPTCHA } from '#contract/accounts/registration-rules.ts'
import { call } from '../api.ts'
import { FieldError } from '../form/field.tsx'
import { loadChunk } from '../load-chunk.ts'
import { Icon } from '../ui/icon.tsx'

/**
 * `foreign`: the widget of another company is shown, with its own texts. `replaced`: it did not load, so our
 * own proof of work was solved.
 */
type State = 'working' | 'foreign' | 'done' | 'replaced' | 'expired' | 'failed'
const STATE_TEXTS: Record<State, string> = {
  working: t`Checking that you are not a robot. It takes a few seconds. You do not need to do anything.`,
  foreign: '',
  done: t`Checked: you are not a robot`,
  // If only this browser cannot load the widget, the server refuses the proof of work. So the text says why.
  replaced: t`Checked: you are not a robot. But the check of another company did not load here. If your account is not created, switch off blockers of scripts for this page, or use another browser.`,
  expired: CAPTCHA.expired,
  failed: CAPTCHA.failed,
}

type Props = {
  id: string
  onToken: (token: string | undefined) => void
  error?: string | undefined
  /**
   * True if this form always uses our own proof of work, so that it loads no script of another company (T8).
   */
  isOwnOnly?: boolean
}

/** The state of one attempt at the captcha, which is the operator's provider or our own proof of work. */
function useCaptcha(onToken: Props['onToken'], isOwnOnly: boolean) {
  const [state, setState] = useState<State>('working')
  const [attempt, setAttempt] = useState(0)
  const widgetBox = useRef<HTMLDivElement>(null)
  const reportToken = useEffectEvent(onToken)

  // An effect, and no loader: each attempt needs a challenge of its own, which only a browser solves.
  useEffect(() => {
    // False once this attempt at the captcha is over. Results that arrive for it later are ignored.
    let isCurrent = true
    let expiryTimer: ReturnType<typeof setTimeout> | undefined
    const changeState = (nextState: State, token?: string) => {
      if (!isCurrent) return
      setState(nextState)
      reportToken(token)
    }
    const start = async () => {
      let solvedState: State = 'done'
      const captcha = await call('GET /api/captcha/')
      // The provider named `altcha` is our own proof of work.
      if (!isOwnOnly && captcha.provider !== 'altcha' && widgetBox.current && isCurrent) {
        try {
          const { renderForeignCaptcha } = await loadChunk(() => import('./foreign.ts'))
          await renderForeignCaptcha(captcha.provider, captcha.site_key, widgetBox.current, {
            onToken: (token) => changeState('done', token),
            onExpired: () => changeState('expired'),
            onError: () => changeState('failed'),
          })
          return changeState('foreign')
        } catch {
          // The provider does not answer, so our own proof of work replaces its captcha (C10).
          solvedState = 'replaced'
        }
      }
      const { solve } = await loadChunk(() => import('./solve.ts'))
      // If the server sent no challenge, `solve` throws and the state becomes 'failed'.
      changeState(solvedState, await solve(captcha.challenge ?? {}))
      expiryTimer = setTimeout(() => changeState('expired'), CAPTCHA_LIFETIME_MS)
    }
    changeState('working')
    start().catch(() => changeState('failed'))
    return () => {
      isCurrent = false
      clearTimeout(expiryTimer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `attempt` starts all of this again
  }, [attempt, isOwnOnly])
  return { state, widgetBox, startAgain: () => setAttempt(attempt + 1) }
}

/**
 * Checks that a person is not a robot (S1 §4, A19). Calls `onToken` with the token, and with undefined when
 * the token is no longer valid. A form starts a new attempt by another React `key`.
 */
export function Captcha({ id, onToken, error, isOwnOnly = false }: Props) {
  const { state, widgetBox, startAgain } = useCaptcha(onToken, isOwnOnly)
  const isDone = state === 'done' || state === 'replaced'
  return (
    <div className={error ? 'field bad' : 'field'}>
      <FieldError id={id} sentence={error} />
      <div ref={widgetBox} hidden={state !== 'foreign'} />
      <div
        className={isDone ? 'check-line done' : 'check-line'}
        id={id}
        tabIndex={-1}
        hidden={state === 'foreign'}
      >
        {state === 'working' ? (
          <span className="spin" aria-hidden="true" />
        ) : (
          <Icon name={isDone ? 'tick' : 'warn'} />
        )}
        <span>
          <span role="status">{translate(STATE_TEXTS[state])}</span>{' '}
          {(state === 'expired' || state === 'failed') && (
            <button className="link" type="button" onClick={startAgain}>
              <Trans>Verify again</Trans>
            </button>
          )}
        </span>
      </div>
    </div>
  )
}
