import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { STAFF } from '#contract/staff/limits.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { NeedsScript } from '../form/needs-script.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { Enrol } from './enrol.tsx'
import { Loading } from '../staff-ui/loading.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import '../staff-ui/staff.css'
import type { Route } from './+types/join-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Your invitation`, index: false })

export const clientLoader = async ({ params: { token } }: Route.ClientLoaderArgs) => ({
  invitation: await loaded(call('POST /api/staff/invitation/', { body: { token } })),
})

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="wrap page st-entry">
    <div className="formcols">
      <div className="form">{children}</div>
    </div>
  </div>
)

export const HydrateFallback = () => (
  <Frame>
    <Loading />
  </Frame>
)

const NoInvitation = ({ error }: { error: unknown }) => (
  <>
    <h1>{t`Your invitation`}</h1>
    <p className="callout is-red mt4" role="alert">
      {(isCallFailed(error) && firstOf(error.body, ['message'])) ||
        t`No reply from the server. Please reload the page.`}
    </p>
  </>
)

/** The page where an invited officer joins. They enter a name and a password, then set up a second factor. */
export default function StaffJoinPage({
  params: { token },
  loaderData: {
    invitation: { data, error },
  },
}: Route.ComponentProps) {
  // Loads again by itself when the network is back or when a busy portal allows it.
  useReload(error)
  return <Frame>{data ? <Join token={token} {...data} /> : <NoInvitation error={error} />}</Frame>
}

type Invitation = { token: string; email: string; name: string; role: keyof typeof ROLE_WORDS }

/**
 * Joining has two steps. The first sends the name and the password, and gets a ticket that proves this. The
 * second sets up the second factor with the ticket.
 */
function Join(invitation: Invitation) {
  const navigate = useNavigate()
  const [ticket, setTicket] = useState<string>()
  if (!ticket) return <JoinForm {...invitation} onTicket={setTicket} />
  return (
    <Enrol
      ticket={ticket}
      onLoggedIn={() => navigate(staffPaths.home, { replace: true })}
      onStartAgain={() => void navigate(staffPaths.login)}
    />
  )
}

type FormProps = Invitation & { onTicket: (ticket: string) => void }

function JoinForm({ token, email, name: invitedName, role, onTicket }: FormProps) {
  const { errors, round, busy, errorAt, send } = useSending(['name', 'password'])
  const [name, setName] = useState(invitedName)
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(async () => {
      const { ticket } = await call('POST /api/staff/join/', { body: { token, name, password } })
      onTicket(ticket)
    })
  }
  return (
    <form onSubmit={submit} noValidate method="dialog">
      <h1>{t`Your invitation`}</h1>
      <p className="lead mt2 mb5">
        <Trans>
          You are invited as <b>{ROLE_WORDS[role].name.toLowerCase()}</b>.
        </Trans>{' '}
        {ROLE_WORDS[role].may}.
      </p>
      <ErrorSummary errors={errors} round={round} />
      <NeedsScript what={t`Accepting an invitation`} />
      <TextField
        id="email"
        label={t`Work email`}
        type="email"
        autoComplete="username"
        value={email}
        onValue={() => {}}
        readOnly
      />
      <TextField
        id="name"
        label={t`Your name`}
        hint={t`Other officers and the log see this name.`}
        autoComplete="name"
        value={name}
        onValue={setName}
        error={errorAt('name')}
      />
      <PasswordField
        id="password"
        label={t`Password`}
        hint={t`At least ${STAFF.passwordMinLength} characters. Four words that have nothing to do with each other make a good password.`}
        autoComplete="new-password"
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
