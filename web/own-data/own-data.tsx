import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import { PASSKEY_WORDS } from '#contract/accounts/passkeys.ts'
import { OWN_DATA, OWN_DATA_WORDS } from '#contract/own-data/words.ts'
import { call, firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useSending } from '../form/use-sending.ts'
import { paths } from '../paths.ts'
import { NoPasskey, signWithPasskey } from '../ui/device-passkey.ts'
import { type OwnDataProof, saveOwnData } from './save-own-data.ts'

/** The id of this form's password field. The page has other password fields, with other ids. */
const PASSWORD_ID = 'own-data-password'

const serverErrors = (error: unknown): FieldError[] => {
  if (error instanceof NoPasskey) return [{ sentence: PASSKEY_WORDS.notUsed }]
  if (!isCallFailed(error) || error.status === NO_ANSWER) return [{ sentence: CHANGE_PASSWORD.network }]
  const atField = firstOf(error.body, ['password'])
  if (atField) return [{ field: PASSWORD_ID, sentence: atField }]
  // A refusal without any sentence is not from our server, so the network is named as the cause.
  return [{ sentence: firstOf(error.body, ['non_field_errors', 'message']) ?? CHANGE_PASSWORD.network }]
}

/** The passkey's proof that the owner of the account asks for the copy. @throws CallFailed, NoPasskey */
async function proveByPasskey(): Promise<OwnDataProof> {
  const { ticket, options } = await call('POST /api/passkeys/proof/')
  return { passkey: { ticket, response: await signWithPasskey(options) } }
}

type Props = { hasPasskey: boolean }

function OwnDataForm({ hasPasskey }: Props) {
  const { errors, round, busy, errorAt, drop, show, send } = useSending(serverErrors)
  const [password, setPassword] = useState('')
  const [isSaved, setSaved] = useState(false)
  const save = (prove: () => Promise<OwnDataProof>) =>
    void send(async () => {
      await saveOwnData(await prove())
      setPassword('')
      setSaved(true)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setSaved(false)
    if (!password) return show([{ field: PASSWORD_ID, sentence: OWN_DATA_WORDS.passwordRequired }])
    save(async () => ({ password }))
  }
  const submitByPasskey = () => {
    if (busy) return
    setSaved(false)
    save(proveByPasskey)
  }
  return (
    // With this method, the browser itself never sends the form, so no password gets into the address.
    <form onSubmit={submit} noValidate method="dialog">
      <ErrorSummary errors={errors} round={round} />
      <div role="status">
        {isSaved && (
          <p className="callout is-green mb4">
            <Trans>The copy is saved. We have emailed you that it was taken.</Trans>
          </p>
        )}
      </div>
      <PasswordField
        id={PASSWORD_ID}
        label={t`Your password`}
        hint={t`At most ${OWN_DATA.perDay} copies a day.`}
        autoComplete="current-password"
        value={password}
        onValue={(value) => {
          setPassword(value)
          drop([PASSWORD_ID])
        }}
        error={errorAt(PASSWORD_ID)}
      />
      <p className="btn-row mt4">
        <button className="btn btn-2" type="submit" aria-disabled={busy}>
          {busy ? t`Collecting...` : t`Save my data`}
        </button>
        {hasPasskey && (
          <button className="btn btn-2" type="button" aria-disabled={busy} onClick={submitByPasskey}>
            <Trans>Save with a passkey</Trans>
          </button>
        )}
      </p>
    </form>
  )
}

/** The form to save a copy of everything about the person. It asks for the password or a passkey. */
export const OwnData = ({ hasPasskey }: Props) => (
  <section className="mt6" aria-labelledby="own-data">
    <h2 id="own-data" className="mb4">
      <Trans>My data</Trans>
    </h2>
    <p className="mb4">
      <Trans>
        Save a copy of everything we have about you: your account, applications, documents, receipts, and who
        looked at them. On a shared computer, delete the file afterwards.
      </Trans>
    </p>
    <OwnDataForm hasPasskey={hasPasskey} />
    <p className="mt4">
      <Link className="tap" to={paths.deleteAccount}>
        <Trans>Delete my account</Trans>
      </Link>
    </p>
  </section>
)
