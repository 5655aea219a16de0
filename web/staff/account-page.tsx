import { type FormEvent, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CHANGE_PASSWORD, type PasswordChange } from '#contract/accounts/change-password.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { staffPasswordChangeErrors } from '#contract/staff/passwords.ts'
import { call } from '../api.ts'
import { loaded, useReload } from '../loaded.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { HiddenUsername, PasswordField } from '../form/password-field.tsx'
import { pageMeta } from '../page-meta.ts'
import { OwnSessions } from '../ui/own-sessions.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { keysOf } from '../staff-ui/typed-choice.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import type { Route } from './+types/account-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Your account`, index: false })

const EMPTY: PasswordChange = { current_password: '', new_password: '', re_new_password: '' }
const FIELDS = keysOf(EMPTY)

/** The calls that end one session of the officer, or all sessions except this one. */
const SESSION_CALLS = {
  end: (id: string) => call('DELETE /api/staff/sessions/{id}/', { params: { id } }),
  endOthers: () => call('POST /api/staff/sessions/end-others/'),
}

/** Changes the officer's password. With the method `dialog`, the browser itself never sends the form. */
function ChangePassword({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [change, setChange] = useState(EMPTY)
  const [isChanged, setChanged] = useState(false)
  const { errors, round, busy, errorAt, show, send } = useSending(FIELDS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChanged(false)
    const fieldErrors = Object.entries(staffPasswordChangeErrors(change))
    if (fieldErrors.length > 0) return show(fieldErrors.map(([field, sentence]) => ({ field, sentence })))
    void send(async () => {
      await call('POST /api/staff/change-password/', { body: change })
      setChange(EMPTY)
      setChanged(true)
      onChanged()
    })
  }
  const field = (name: keyof PasswordChange) => ({
    id: name,
    value: change[name],
    onValue: (value: string) => setChange((before) => ({ ...before, [name]: value })),
    error: errorAt(name),
  })
  return (
    <form className="form" onSubmit={submit} noValidate method="dialog">
      <h2 className="mb4">
        <Trans>Change your password</Trans>
      </h2>
      <ErrorSummary errors={errors} round={round} />
      <div role="status">{isChanged && <p className="callout is-green mb5">{CHANGE_PASSWORD.done}</p>}</div>
      <HiddenUsername email={email} />
      <PasswordField
        {...field('current_password')}
        label={t`Current password`}
        autoComplete="current-password"
      />
      <PasswordField
        {...field('new_password')}
        label={t`New password`}
        hint={t`At least ${STAFF.passwordMinLength} characters. Four words that have nothing to do with each other make a good password.`}
        autoComplete="new-password"
      />
      <PasswordField
        {...field('re_new_password')}
        label={t`Confirm new password`}
        autoComplete="new-password"
      />
      <p className="mt4">
        <button className="btn btn-wide" type="submit" aria-disabled={busy}>
          {busy ? t`Changing...` : t`Change password`}
        </button>
      </p>
      <p className="small mt4">
        <Trans>
          You stay logged in here. Every other browser is logged out, and you get an email about the change.
        </Trans>
      </p>
    </form>
  )
}

export const clientLoader = async () => ({ sessions: await loaded(call('GET /api/staff/sessions/')) })

/** The page of an officer's own account: the password, and the sessions in which they are logged in. */
export default function StaffAccountPage({ loaderData: { sessions } }: Route.ComponentProps) {
  const me = useMe()
  const reload = useReload(sessions.error)
  return (
    <>
      <h1 className="mb5">
        <Trans>Your account</Trans>
      </h1>
      <div className="formcols">
        <ChangePassword email={me.email} onChanged={reload} />
        <OwnSessions sessions={sessions} reload={reload} calls={SESSION_CALLS} />
      </div>
    </>
  )
}
