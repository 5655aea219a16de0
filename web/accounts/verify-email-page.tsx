import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { pagePath } from '../language/paths.ts'
import { translate } from '../language/translate.ts'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { PLAIN_RESEND_PATH } from '#contract/accounts/plain-registration.ts'
import { REDIRECT_MS } from '#contract/accounts/limits.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { TextField } from '../form/field.tsx'
import { useSending } from '../form/use-sending.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { mayWorkLater, verificationFailure } from './verification-failure.ts'
import type { Route } from './+types/verify-email-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: translate(VERIFICATION_WORDS.title), index: false })

/**
 * `canTryAgain`: the same link may work later. `email`: the verified address, if the server's reply contains
 * it.
 */
type State =
  | { kind: 'busy' }
  | { kind: 'failed'; message: string; canTryAgain: boolean }
  | { kind: 'done'; message: string; email: string | undefined }

/** Verifies the email address of the link's token when the page opens, and at each call of `verify`. */
function useVerification(token: string | undefined) {
  const [state, setState] = useState<State>({ kind: 'busy' })
  const isSent = useRef(false)
  const verify = () => {
    if (!token) return setState({ kind: 'failed', message: VERIFICATION_WORDS.missing, canTryAgain: false })
    setState({ kind: 'busy' })
    call('POST /api/verify-email/{token}/', { params: { token } }).then(
      ({ message, email }) => setState({ kind: 'done', message, email }),
      (error) =>
        setState({ kind: 'failed', message: verificationFailure(error), canTryAgain: mayWorkLater(error) }),
    )
  }
  const verifyAtOpening = useEffectEvent(verify)
  // An effect, and no loader: a loader would send the call again whenever the page loads its data again.
  useEffect(() => {
    // The address is verified once per visit. A second call would give the same answer (A9) and take more
    // time.
    if (isSent.current) return
    isSent.current = true
    verifyAtOpening()
  }, [])
  return { state, verify }
}

/** Opens the login page a moment after the address is verified. */
function useRedirectToLogin(state: State) {
  const navigate = useNavigate()
  useEffect(() => {
    if (state.kind !== 'done') return
    const { email } = state
    const timer = setTimeout(
      () => void navigate(paths.login, { replace: true, state: { email } }),
      REDIRECT_MS.afterVerification,
    )
    return () => clearTimeout(timer)
  }, [state, navigate])
}

/** The page behind the link in the verification email (S1 §2, §8, A9). */
export default function VerifyEmailPage() {
  const { token } = useParams()
  const { state, verify } = useVerification(token)
  useRedirectToLogin(state)
  const resendTitle = translate(VERIFICATION_WORDS.resendTitle)
  return (
    <div className="wrap page">
      <div className="form">
        <h1>{translate(VERIFICATION_WORDS.title)}</h1>
        <Outcome state={state} />
        {state.kind === 'done' && (
          <p className="mt5">
            <Link className="btn" to={paths.login} state={{ email: state.email }}>
              <Trans>Login</Trans>
            </Link>
          </p>
        )}
        {state.kind === 'failed' && state.canTryAgain && (
          <p className="mt5">
            <button className="btn" type="button" onClick={verify}>
              <Trans>Try again</Trans>
            </button>
          </p>
        )}
        {state.kind === 'failed' && <Resend />}
        <noscript>
          <form method="post">
            <p>
              <Trans>Press the button to confirm that this email address is yours.</Trans>
            </p>
            <p className="mt4">
              <button className="btn" type="submit">
                <Trans>Verify my email</Trans>
              </button>
            </p>
          </form>
          <p className="mt5">
            <Trans>
              Is your link older than 24 hours? <a href={pagePath(PLAIN_RESEND_PATH)}>{resendTitle}</a>
            </Trans>
          </p>
        </noscript>
      </div>
    </div>
  )
}

const Outcome = ({ state }: { state: State }) => (
  <div className="mt5" role="status">
    {state.kind === 'busy' && (
      <p className="waiting needs-js">
        <Trans>
          <span className="spin" aria-hidden="true" /> Checking the link from your email
        </Trans>
      </p>
    )}
    {state.kind === 'done' && (
      <div className="callout is-green">
        <p className="bold">{translate(state.message)}</p>
        <p className="small">
          <Trans>The login page opens in a moment.</Trans>
        </p>
      </div>
    )}
    {state.kind === 'failed' && <p className="callout is-red">{translate(state.message)}</p>}
  </div>
)

/** Asks for another verification email. The address is typed, because no one is logged in here. */
function Resend() {
  const [email, setEmail] = useState('')
  const [successMessage, setSuccessMessage] = useState<string>()
  const { errorAt, send } = useSending((error) => {
    const sentence = isCallFailed(error) ? firstOf(error.body, ['email', 'message']) : undefined
    return [{ field: 'email', sentence: sentence || t`We could not be reached. Please try again.` }]
  })
  const resend = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      const { message } = await call('POST /api/resend-verification/', { body: { email } })
      setSuccessMessage(message)
    })
  }
  return (
    <form className="mt6" onSubmit={resend} noValidate>
      <h2 className="heading-small">{translate(VERIFICATION_WORDS.resendTitle)}</h2>
      <p className="small quiet mb4">{translate(VERIFICATION_WORDS.resendLead)}</p>
      <div role="status">
        {successMessage && <p className="callout is-green">{translate(successMessage)}</p>}
      </div>
      {!successMessage && (
        <>
          <TextField
            id="email"
            label={t`Email`}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            value={email}
            onValue={setEmail}
            error={errorAt('email')}
          />
          <p className="btn-row mt4">
            <button className="btn" type="submit">
              {translate(VERIFICATION_WORDS.resend)}
            </button>
          </p>
        </>
      )}
      <p className="mt4">
        <Link className="tap" to={paths.login}>
          <Trans>Back to Login</Trans>
        </Link>
      </p>
    </form>
  )
}
