import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { LineLink } from '../form/needs-script.tsx'
import { loadChunk } from '../load-chunk.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { type ChosenJob, chosenJob } from '../session/chosen-job.ts'
import { allDrafts } from '../session/device-drafts.ts'
import { logOut, takeReason, useSession } from '../session/session.ts'
import { ChosenJobBox } from './chosen-job-box.tsx'
import { type Login, useLogin } from './use-login.ts'
import type { Route } from './+types/login-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Login`,
    description: t`Log in to apply for a job and to follow your applications.`,
    path: paths.login,
  })

// Most logins need no captcha (T3), so it is loaded only when the server requires one.
const Captcha = lazy(() =>
  loadChunk(() => import('../captcha/captcha.tsx')).then((module) => ({ default: module.Captcha })),
)

const ResendVerification = lazy(() => loadChunk(() => import('./resend-verification.tsx')))
const WaitingInLine = lazy(() =>
  loadChunk(() => import('../line/waiting.tsx')).then((module) => ({ default: module.WaitingInLine })),
)

/** Shows a sentence if this device holds an application that is sent again after the login. */
async function showUnsentReminder(show: (sentence: string) => void) {
  // A draft has a ticket if the server has received its application and not accepted it yet.
  const unsentTicket = (await allDrafts()).find(({ content }) => content.ticket)?.content.ticket
  if (!unsentTicket) return
  const { SENDING_WORDS } = await import('#contract/job-applications/sending-words.ts')
  show(SENDING_WORDS.logIn(new Date(unsentTicket.receivedAt)))
}

/**
 * `message`: why the last session ended, or that an application is still unsent. `job`: the job that was
 * chosen before the login. Both are read from the browser.
 */
function useMessageAndChosenJob() {
  const [message, setMessage] = useState<string>()
  const [job, setJob] = useState<ChosenJob>()
  useEffect(() => {
    // `takeReason` deletes the sentence that it returns. This keeps it for a second run of the effect.
    setMessage((before) => before ?? takeReason())
    setJob(chosenJob())
    void showUnsentReminder(setMessage).catch(() => {})
  }, [])
  return { message, job }
}

/** The login with a password or a passkey. It can need a captcha (T3), or a wait in line when many log in. */
export default function LoginPage() {
  const session = useSession()
  const { message, job } = useMessageAndChosenJob()
  const login = useLogin()
  // Undefined while no one is logged in, and during a login: the form stays until the next page opens.
  const loggedInEmail = session.state === 'in' && !login.busy ? session.email : undefined
  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <h1>
            <Trans>Welcome Back</Trans>
          </h1>
          {message && loggedInEmail === undefined && (
            <p className="callout mt4" role="status">
              {translate(message)}
            </p>
          )}
          <ChosenJobBox job={job} />
          <noscript>
            <p className="callout is-amber mt5 mb5">
              <Trans>Logging in and applying for a job need JavaScript, so please switch it on first.</Trans>
            </p>
            <LineLink />
          </noscript>
          {loggedInEmail === undefined ? (
            <LoginForm login={login} />
          ) : (
            <AlreadyLoggedIn email={loggedInEmail} />
          )}
        </div>
        <aside className="margin-note">
          {login.lineWait ? (
            // The wait in line is shown beside the login form, so that the fields do not move.
            <Suspense fallback={<FirstTime />}>
              <WaitingInLine
                wait={login.lineWait}
                isLogin
                onTurn={login.sendAgain}
                onLeave={login.leaveLine}
              />
            </Suspense>
          ) : (
            <FirstTime />
          )}
        </aside>
      </div>
    </div>
  )
}

const AlreadyLoggedIn = ({ email }: { email: string }) => (
  <div className="mt5">
    <p>
      <Trans>
        You are logged in as <b className="any">{email}</b>.
      </Trans>
    </p>
    <p className="btn-row mt4">
      <Link className="btn" to={paths.dashboard}>
        <Trans>Go to your dashboard</Trans>
      </Link>
      <button className="btn btn-2" type="button" onClick={() => void logOut()}>
        <Trans>Logout</Trans>
      </button>
    </p>
  </div>
)

function LoginForm({ login }: { login: Login }) {
  const { errors, round, errorAt, email } = login
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.send()
  }
  return (
    // With the method `dialog`, a form that is sent before hydration puts no password into the address.
    <form className="mt5" onSubmit={submit} noValidate method="dialog">
      <ErrorSummary
        errors={errors}
        round={round}
        // An error without a field is about the whole login. Otherwise the error summary has its usual title.
        title={errors.some(({ field }) => field) ? undefined : t`You are not logged in`}
      />
      {login.isUnverified && (
        <Suspense fallback={<p className="ghost" />}>
          <ResendVerification className="callout mb5" email={email}>
            <Trans>Send the verification email again</Trans>
          </ResendVerification>
        </Suspense>
      )}
      <TextField
        id="email"
        label={t`Email`}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={login.setEmail}
        error={errorAt('email')}
      />
      <PasswordField
        id="password"
        label={t`Password`}
        autoComplete="current-password"
        value={login.password}
        onValue={login.setPassword}
        error={errorAt('password')}
      />
      <p>
        <Link className="tap small" to={paths.forgotPassword}>
          <Trans>Forgot your password?</Trans>
        </Link>
      </p>
      <CaptchaAndSubmit login={login} />
    </form>
  )
}

const CaptchaAndSubmit = ({ login: { captcha, round, busy, lineWait, sendPasskey } }: { login: Login }) => (
  <>
    {captcha.isRequired && (
      <Suspense fallback={<p className="ghost" />}>
        {/* `round` grows with each failed login. As a new key, it resets our own captcha. */}
        <Captcha key={round} id="login-captcha" isOwnOnly onToken={captcha.setToken} />
      </Suspense>
    )}
    <p className="mt4">
      <button
        className="btn btn-wide"
        type="submit"
        aria-disabled={busy}
        disabled={captcha.isMissing || lineWait !== undefined}
      >
        {busy ? t`Logging in...` : lineWait ? t`Waiting in line` : t`Login`}
      </button>
    </p>
    <p className="mt3">
      <button
        className="btn btn-2 btn-wide"
        type="button"
        aria-disabled={busy}
        disabled={lineWait !== undefined}
        onClick={sendPasskey}
      >
        <Trans>Log in with a passkey</Trans>
      </button>
    </p>
  </>
)

const FirstTime = () => (
  <>
    <h2 className="heading-small">
      <Trans>First time here?</Trans>
    </h2>
    <p className="small">
      <Trans>You need an account to apply. It is free and takes about five minutes.</Trans>
    </p>
    <p className="mt3">
      <Link className="btn btn-2 btn-small" to={paths.register}>
        <Trans>Create a free account</Trans>
      </Link>
    </p>
    <p className="small quiet mt4">
      <Trans>On a shared phone or in a cyber café, press Logout when you finish.</Trans>
    </p>
  </>
)
