import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { LOGIN } from '#contract/accounts/words.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { NeedsScript } from '../form/needs-script.tsx'
import { useSending } from '../form/use-sending.ts'
import { loadChunk } from '../load-chunk.ts'
import { type InLine, inLineAfter } from '../line/in-line.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { type ChosenJob, chosenJob, clearChosenJob } from '../session/chosen-job.ts'
import { allDrafts } from '../session/device-drafts.ts'
import { takeDeepLink } from '../session/guard.tsx'
import { logIn, logOut, takeReason, useSession } from '../session/session.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { useCaptcha } from './use-captcha.ts'
import type { Route } from './+types/login-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Login',
    description: 'Log in to apply for a job and to follow your applications.',
    path: paths.login,
  })

// Loaded only where strangers try too often (T3), so it is not part of the page.
const Captcha = lazy(() =>
  loadChunk(() => import('../captcha/captcha.tsx')).then(({ Captcha: part }) => ({ default: part })),
)

const Resend = lazy(() => loadChunk(() => import('./resend-verification.tsx')))
const WaitingInLine = lazy(() =>
  loadChunk(() => import('../line/waiting.tsx')).then(({ WaitingInLine: part }) => ({ default: part })),
)

type Next = { to: string; state?: { notice: string; job: number } }

/**
 * S1 §4 After login, rules 1 to 3; a deep link counts only when the guard sent the person and no job is
 * stored (A20).
 */
async function nextAfter(requireSetup: boolean): Promise<Next> {
  const deepLink = takeDeepLink()
  if (requireSetup) return { to: paths.securitySetup }
  const job = chosenJob()
  if (!job) return { to: deepLink ?? paths.dashboard }
  try {
    const { is_completed } = await call('GET /api/job-applications/check/{id}/', { params: { id: job.id } })
    if (!is_completed) return { to: paths.apply(job.id) }
    clearChosenJob()
    return { to: paths.dashboard, state: { notice: JOB_WORDS.alreadySubmitted, job: job.id } }
  } catch {
    return { to: paths.dashboard }
  }
}

/**
 * However the session ended: an application that was received and not accepted yet is sent again when its
 * owner is back.
 */
async function sayWhatIsHeld(say: (sentence: string) => void) {
  const held = (await allDrafts()).find(({ content }) => content.ticket)?.content.ticket
  if (held)
    say(
      (await import('#contract/job-applications/sending-words.ts')).SENDING_WORDS.logIn(
        new Date(held.receivedAt),
      ),
    )
}

/**
 * The job that was chosen, and why the last session ended: known to the browser alone, after the first
 * render.
 */
function useArrival() {
  const [reason, setReason] = useState<string>()
  const [job, setJob] = useState<ChosenJob>()
  useEffect(() => {
    setReason((known) => known ?? takeReason())
    setJob(chosenJob())
    void sayWhatIsHeld(setReason).catch(() => {})
  }, [])
  return { reason, job }
}

function useEmail() {
  // Only from this entry of the tab's history. The login replaces the entry, because the next person may use
  // the same device.
  const state = useLocation().state as { email?: string } | null
  const [email, setEmail] = useState('')
  useEffect(() => {
    // A person who has just registered or verified in this tab need not type the address again. What was
    // typed before hydration is kept.
    setEmail((typed) => typed || (state?.email ?? ''))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page opens
  }, [])
  return [email, setEmail] as const
}

function useLogin() {
  const navigate = useNavigate()
  const [email, setEmail] = useEmail()
  const [password, setPassword] = useState('')
  const [unverified, setUnverified] = useState(false)
  const [line, setLine] = useState<InLine>()
  const captcha = useCaptcha()
  const form = useSending((error) => {
    const inLine = inLineAfter(error, line)
    setLine(inLine)
    if (inLine) return undefined
    const refusal = isCallFailed(error) && error.status > 0 ? error.body : undefined
    setUnverified(refusal?.code === 'not_verified')
    // T3: while passwords are being guessed, the server first requires a captcha.
    captcha.spend(refusal ?? {})
    const sentence = refusal
      ? (firstOf(refusal, ['non_field_errors', 'error', 'detail', 'email', 'password']) ?? LOGIN.failed)
      : LOGIN.broke
    return [{ sentence }]
  })
  const send = () => {
    if (form.busy) return
    const missing = [
      ...(email.trim() ? [] : [{ field: 'email', sentence: LOGIN.email }]),
      ...(password ? [] : [{ field: 'password', sentence: LOGIN.password }]),
    ]
    if (missing.length > 0) return form.show(missing)
    setUnverified(false)
    void form.send(async () => {
      const reply = await call('POST /api/login/', {
        body: { email, password, ...captcha.proof },
      })
      logIn(reply)
      const { to, state } = await nextAfter(reply.require_security_setup)
      await navigate(to, { replace: true, state })
    })
  }
  const leaveLine = () => setLine(undefined)
  return {
    ...form,
    ...{
      email,
      setEmail,
      password,
      setPassword,
      unverified,
      captcha,
      line,
      leaveLine,
      send,
    },
  }
}
type Login = ReturnType<typeof useLogin>

export default function LoginPage() {
  const session = useSession()
  const { reason, job } = useArrival()
  const login = useLogin()
  const email = session.state === 'in' && !login.busy ? session.email : undefined
  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <h1>Welcome Back</h1>
          {reason && email === undefined && (
            <p className="callout mt4" role="status">
              {reason}
            </p>
          )}
          {/* The same height with and without a job: only the browser knows of the job, after the form is
              shown. */}
          <div className="for-job mt2">
            {job ? (
              <>
                <p className="small quiet">You were about to apply for</p>
                <p className="b">
                  <JobTitle title={job.title || 'the job you chose'} />
                </p>
              </>
            ) : (
              <p className="lead">Log in to apply and to follow your applications.</p>
            )}
          </div>
          {email === undefined ? <LoginForm login={login} /> : <AlreadyIn email={email} />}
        </div>
        <aside className="beside">
          {login.line ? (
            // Here it moves no field of the form.
            <Suspense fallback={<FirstTime />}>
              <WaitingInLine standing={login.line} login onTurn={login.send} onLeave={login.leaveLine} />
            </Suspense>
          ) : (
            <FirstTime />
          )}
        </aside>
      </div>
    </div>
  )
}

const AlreadyIn = ({ email }: { email: string }) => (
  <div className="mt5">
    <p>
      You are logged in as <b className="any">{email}</b>.
    </p>
    <p className="btn-row mt4">
      <Link className="btn" to={paths.dashboard}>
        Go to your dashboard
      </Link>
      <button className="btn btn-2" type="button" onClick={() => void logOut()}>
        Logout
      </button>
    </p>
  </div>
)

function LoginForm({ login }: { login: Login }) {
  const { faults, round, busy, at: errorAt, email, captcha, line } = login
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.send()
  }
  return (
    <form className="mt5" onSubmit={submit} noValidate method="dialog">
      <ErrorSummary
        faults={faults}
        round={round}
        title={faults.some(({ field }) => field) ? undefined : 'You are not logged in'}
      />
      {login.unverified && (
        <Suspense fallback={<p className="ghost" />}>
          <Resend email={email} />
        </Suspense>
      )}
      <NeedsScript what="Logging in" line />
      <TextField
        id="email"
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={login.setEmail}
        fault={errorAt('email')}
      />
      <PasswordField
        id="password"
        label="Password"
        autoComplete="current-password"
        value={login.password}
        onValue={login.setPassword}
        fault={errorAt('password')}
      />
      <p>
        <Link className="tap small" to={paths.forgotPassword}>
          Forgot your password?
        </Link>
      </p>
      {captcha.isRequired && (
        <Suspense fallback={<p className="ghost" />}>
          <Captcha key={round} id="login-captcha" own onToken={captcha.setToken} />
        </Suspense>
      )}
      <p className="mt4">
        <button
          className="btn btn-wide"
          type="submit"
          aria-disabled={busy}
          disabled={captcha.isMissing || line !== undefined}
        >
          {busy ? 'Logging in...' : line ? 'Waiting in line' : 'Login'}
        </button>
      </p>
    </form>
  )
}

const FirstTime = () => (
  <>
    <h2 className="h-s">First time here?</h2>
    <p className="small">You need an account to apply. It is free and takes about five minutes.</p>
    <p className="mt3">
      <Link className="btn btn-2 btn-s" to={paths.register}>
        Create a free account
      </Link>
    </p>
    <p className="small quiet mt4">On a shared phone or in a cyber café, press Logout when you finish.</p>
  </>
)
