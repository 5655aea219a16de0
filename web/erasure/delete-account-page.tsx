import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import { PASSKEY_WORDS } from '#contract/accounts/passkeys.ts'
import type { Received, Reply } from '#contract/endpoints.ts'
import { OWN_DATA_WORDS } from '#contract/own-data/words.ts'
import { call, firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useSending } from '../form/use-sending.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { loggedIn } from '../session/guard.tsx'
import { endSession, LOGGED_OUT } from '../session/session.ts'
import { NoPasskey, signWithPasskey } from '../ui/device-passkey.ts'
import { GoesAndStays } from './goes-and-stays.tsx'
import { LoadFailed } from '../dashboard/load-failed.tsx'
import type { Route } from './+types/delete-account-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Delete my account`, index: false })

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  const [preview, passkeys] = await Promise.all([
    loaded(call('GET /api/erasure/')),
    loaded(call('GET /api/passkeys/')),
  ])
  return { preview, hasPasskey: (passkeys.data?.results.length ?? 0) > 0 }
}

/** What deleting the account removes and keeps, above the button for it (Data Protection Act 2019, s. 40). */
export default function DeleteAccountPage({ loaderData: { preview, hasPasskey } }: Route.ComponentProps) {
  return (
    <div className="form">
      <h1 className="mb4">
        <Trans>Delete my account</Trans>
      </h1>
      {preview.data ? (
        <>
          <GoesAndStays preview={preview.data} />
          <DeleteForm state={preview.data.state} hasPasskey={hasPasskey} />
        </>
      ) : (
        <LoadFailed sentence={t`We could not load the list of what is deleted.`} error={preview.error} />
      )}
      <p className="mt5">
        <Link to={paths.settings}>
          <Trans>Keep my account</Trans>
        </Link>
      </p>
    </div>
  )
}

const PASSWORD_ID = 'erasure-password'

const serverErrors = (error: unknown): FieldError[] => {
  if (error instanceof NoPasskey) return [{ sentence: PASSKEY_WORDS.notUsed }]
  if (!isCallFailed(error) || error.status === NO_ANSWER) return [{ sentence: CHANGE_PASSWORD.network }]
  const atField = firstOf(error.body, ['password'])
  if (atField) return [{ field: PASSWORD_ID, sentence: atField }]
  return [{ sentence: firstOf(error.body, ['non_field_errors', 'message']) ?? CHANGE_PASSWORD.network }]
}

type Proof = Omit<Partial<Received<'POST /api/erasure/', 'body'>>, 'state'>

/** The proof that the owner of a passkey asks for the deletion. @throws CallFailed, NoPasskey */
async function proveByPasskey(): Promise<Proof> {
  const { ticket, options } = await call('POST /api/passkeys/proof/')
  return { passkey: { ticket, response: await signWithPasskey(options) } }
}

type State = Reply<'GET /api/erasure/'>['state']

/**
 * Deletes the account. `state` is a digest of the lists that the page shows. If the lists have changed since,
 * the server refuses (409).
 */
function useErasure(state: State) {
  const { revalidate } = useRevalidator()
  const form = useSending(serverErrors)
  const erase = (prove: () => Promise<Proof>) =>
    void form.send(async () => {
      try {
        await call('POST /api/erasure/', { body: { ...(await prove()), state } })
      } catch (error) {
        // The lists of what goes and what stays have changed on the server, so the page loads them again.
        if (isCallFailed(error) && error.status === 409) void revalidate()
        throw error
      }
      // The session has ended, so the guard of this page opens the login page, which shows the sentence.
      endSession(t`Your account is deleted. We have emailed you about it.`, LOGGED_OUT)
    })
  return { ...form, erase }
}

/** The form that asks for the password or a passkey, and deletes the account. */
function DeleteForm({ state, hasPasskey }: { state: State; hasPasskey: boolean }) {
  const { errors, round, busy, errorAt, drop, show, erase } = useErasure(state)
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!password) return show([{ field: PASSWORD_ID, sentence: OWN_DATA_WORDS.passwordRequired }])
    erase(async () => ({ password }))
  }
  const submitByPasskey = () => {
    if (!busy) erase(proveByPasskey)
  }
  return (
    <section className="mt6" aria-labelledby="erasure-confirm">
      <h2 id="erasure-confirm" className="mb4">
        <Trans>Delete it now</Trans>
      </h2>
      <p className="callout is-red mb4">
        <Trans>
          No one can undo this, not even our support. To have a copy first, save{' '}
          <Link to={paths.settings}>My data</Link>.
        </Trans>
      </p>
      {/* With this method, the browser itself never sends the form, so no password gets into the address. */}
      <form onSubmit={submit} noValidate method="dialog">
        <ErrorSummary errors={errors} round={round} title={t`Your account is not deleted`} />
        <PasswordField
          id={PASSWORD_ID}
          label={t`Your password`}
          autoComplete="current-password"
          value={password}
          onValue={(value) => {
            setPassword(value)
            drop([PASSWORD_ID])
          }}
          error={errorAt(PASSWORD_ID)}
        />
        <p className="btn-row mt4">
          <button className="btn" type="submit" aria-disabled={busy}>
            {busy ? t`Deleting...` : t`Delete my account`}
          </button>
          {hasPasskey && (
            <button className="btn btn-2" type="button" aria-disabled={busy} onClick={submitByPasskey}>
              <Trans>Delete with a passkey</Trans>
            </button>
          )}
        </p>
      </form>
    </section>
  )
}
