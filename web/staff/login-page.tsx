import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LOGIN } from '#contract/accounts/login-words.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { NeedsScript } from '../form/needs-script.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { pageMeta } from '../page-meta.ts'
import { takeStaffPage } from '../staff-ui/after-login.ts'
import { Enrol } from './enrol.tsx'
import { type SecondStep, SecondFactor } from './second-factor.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import '../staff-ui/staff.css'
import type { Route } from './+types/login-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Staff login`, index: false })

type PasswordProps = {
  email: string
  onEmail: (email: string) => void
  onSecondStep: (secondStep: SecondStep) => void
}

/** The first half of a staff login: email and password. */
function PasswordForm({ email, onEmail, onSecondStep }: PasswordProps) {
  const { errors, round, busy, errorAt, show, send } = useSending(['email', 'password'])
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing = [
      ...(email.trim() ? [] : [{ field: 'email', sentence: LOGIN.email }]),
      ...(password ? [] : [{ field: 'password', sentence: LOGIN.password }]),
    ]
    if (missing.length > 0) return show(missing)
    void send(async () => onSecondStep(await call('POST /api/staff/login/', { body: { email, password } })))
  }
  return (
    <form onSubmit={submit} noValidate method="dialog">
      <h1 className="mb5">
        <Trans>Staff login</Trans>
      </h1>
      <ErrorSummary errors={errors} round={round} />
      <NeedsScript what={t`Logging in`} />
      <TextField
        id="email"
        label={t`Work email`}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={onEmail}
        error={errorAt('email')}
      />
      <PasswordField
        id="password"
        label={t`Password`}
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        error={errorAt('password')}
      />
      <p className="mt4">
        <button className="btn btn-wide" type="submit" aria-disabled={busy}>
          {busy ? t`Checking...` : t`Continue`}
        </button>
      </p>
    </form>
  )
}

const ForOfficersOnly = () => (
  <aside className="margin-note drop">
    <h2 className="heading-small">
      <Trans>For officers only</Trans>
    </h2>
    <p className="small">
      <Trans>Staff write jobs and read applications here. An administrator invites you by email.</Trans>
    </p>
    <p className="small mt4">
      <Trans>Lost your phone or your password? Ask an administrator to send you a new invitation.</Trans>
    </p>
  </aside>
)

/** The page for the staff login. It asks for a password, then for a second factor. */
export default function StaffLoginPage() {
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [secondStep, setSecondStep] = useState<SecondStep>()
  const openStaffPage = () => navigate(takeStaffPage(), { replace: true })
  const onStartAgain = () => setSecondStep(undefined)
  return (
    <div className="wrap page st-entry">
      <div className="formcols">
        <div className="form">
          {!secondStep && <PasswordForm email={email} onEmail={setEmail} onSecondStep={setSecondStep} />}
          {/* `enrol`: the officer has no second factor yet and must set one up. */}
          {secondStep?.enrol && (
            <Enrol ticket={secondStep.ticket} onLoggedIn={openStaffPage} onStartAgain={onStartAgain} />
          )}
          {secondStep && !secondStep.enrol && (
            <SecondFactor secondStep={secondStep} onLoggedIn={openStaffPage} onStartAgain={onStartAgain} />
          )}
        </div>
        <ForOfficersOnly />
      </div>
    </div>
  )
}
