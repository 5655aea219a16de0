import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  CHANGE_PASSWORD,
  changePasswordErrors,
  type PasswordChange,
} from '#contract/accounts/change-password.ts'
import { SAVED_MS } from '#contract/job-applications/limits.ts'
import { call } from '../api.ts'
import { translate } from '../language/translate.ts'
import { loaded } from '../loaded.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { HiddenUsername, PasswordField } from '../form/password-field.tsx'
import { useSending } from '../form/use-sending.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { loggedIn } from '../session/guard.tsx'
import { personOf, renewSession, useSession } from '../session/session.ts'
import { OwnSessions } from '../ui/own-sessions.tsx'
import { ChangeEmail } from './change-email.tsx'
import { FailedLogins } from './failed-logins.tsx'
import { OwnData } from '../own-data/own-data.tsx'
import { Passkeys } from './passkeys.tsx'
import { passwordErrors } from './password-errors.ts'
import { useShell } from './shell.tsx'
import { useLastLoaded } from './use-last-loaded.ts'
import type { Route } from './+types/settings-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Change Password`, index: false })

const EMPTY: PasswordChange = { current_password: '', new_password: '', re_new_password: '' }

const SESSION_CALLS = {
  end: (id: string) => call('DELETE /api/sessions/{id}/', { params: { id } }),
  endOthers: () => call('POST /api/sessions/end-others/'),
}

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  const [sessions, emailChange, failedLogins, passkeys] = await Promise.all([
    loaded(call('GET /api/sessions/')),
    loaded(call('GET /api/email-change/')),
    loaded(call('GET /api/failed-logins/')),
    loaded(call('GET /api/passkeys/')),
  ])
  return { sessions, emailChange, failedLogins, passkeys }
}

/** The Change password page (S2 §2). */
export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { sessions, emailChange, failedLogins, passkeys } = useLastLoaded(loaderData)
  const { reload } = useShell()
  return (
    <div className="formcols">
      <div className="form">
        <h1 className="mb5">
          <Trans>Change Password</Trans>
        </h1>
        <ChangePassword onChanged={reload} />
        <ChangeEmail change={emailChange} reload={reload} />
        <Passkeys passkeys={passkeys} reload={reload} />
        <OwnData hasPasskey={(passkeys.data?.results.length ?? 0) > 0} />
        <OwnSessions sessions={sessions} reload={reload} calls={SESSION_CALLS} />
        <FailedLogins attempts={failedLogins} reload={reload} />
      </div>
      <aside className="margin-note drop">
        <h2 className="heading-small">
          <Trans>What happens then</Trans>
        </h2>
        <p className="small">
          <Trans>
            You stay logged in here. We log out every other phone or computer, and email you that the password
            was changed.
          </Trans>
        </p>
        <p className="small mt4">
          <Trans>
            If you do not know the current password, press{' '}
            <Link to={paths.forgotPassword}>Forgot Password</Link> to set a new one.
          </Trans>
        </p>
      </aside>
    </div>
  )
}

/** The form to change the password. Its success message is shown for a few seconds (S2 §8). */
function usePasswordChange(onChanged: () => void) {
  const [change, setChange] = useState(EMPTY)
  const [isDone, setDone] = useState(false)
  const { errors, round, busy, errorAt, drop, show, send } = useSending(passwordErrors)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setDone(false), SAVED_MS.password)
    return () => clearTimeout(timer)
  }, [isDone])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setDone(false)
    const localErrors = Object.entries(changePasswordErrors(change))
    if (localErrors.length > 0) return show(localErrors.map(([field, sentence]) => ({ field, sentence })))
    void send(async () => {
      // A new password ends every session. The reply has a new token for this session.
      renewSession(await call('POST /api/change-password/', { body: change }))
      setChange(EMPTY)
      setDone(true)
      onChanged()
    })
  }
  const field = (name: keyof PasswordChange) => ({
    id: name,
    value: change[name],
    onValue: (value: string) => {
      setChange((before) => ({ ...before, [name]: value }))
      drop([name])
    },
    error: errorAt(name),
  })
  return { errors, round, busy, isDone, submit, field }
}

function ChangePassword({ onChanged }: { onChanged: () => void }) {
  const email = personOf(useSession())
  const { errors, round, busy, isDone, submit, field } = usePasswordChange(onChanged)
  return (
    <form onSubmit={submit} noValidate method="dialog">
      <ErrorSummary errors={errors} round={round} />
      <div role="status">
        {isDone && <p className="callout is-green mb5">{translate(CHANGE_PASSWORD.done)}</p>}
      </div>
      <HiddenUsername email={email} />
      <PasswordField
        {...field('current_password')}
        label={t`Current password`}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('new_password')}
        label={t`New password`}
        hint={t`At least 8 characters. Three unrelated words are better than one rare word.`}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('re_new_password')}
        label={t`Confirm new password`}
        autoComplete="new-password"
      />
      <p className="mt6">
        <button className="btn btn-wide" type="submit" aria-disabled={busy}>
          {busy ? t`Changing...` : t`Change Password`}
        </button>
      </p>
    </form>
  )
}
