import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import type { Passkey } from '#contract/accounts/passkey-endpoints.ts'
import { PASSKEY_WORDS, passkeyNameErrors, PASSKEYS } from '#contract/accounts/passkeys.ts'
import { shortMoment } from '#contract/dates.ts'
import { call, firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import type { Loaded } from '../loaded.ts'
import { makePasskey, NoPasskey } from '../ui/device-passkey.ts'
import { type Done, DoneMessage } from '../ui/done-message.tsx'
import { ListFailed } from '../ui/list-failed.tsx'

const EMPTY = { name: '', password: '' }
/** The ids of this form's fields. The page has other password fields, with other ids. */
const FIELD_IDS = { name: 'passkey-name', password: 'passkey-password' } as const
const FIELDS = ['name', 'password'] as const

const serverErrors = (error: unknown): FieldError[] => {
  if (error instanceof NoPasskey) return [{ sentence: PASSKEY_WORDS.notMade }]
  if (!isCallFailed(error) || error.status === NO_ANSWER) return [{ sentence: CHANGE_PASSWORD.network }]
  const atFields = FIELDS.flatMap((field) => {
    const sentence = firstOf(error.body, [field])
    return sentence ? [{ field: FIELD_IDS[field], sentence }] : []
  })
  if (atFields.length > 0) return atFields
  return [{ sentence: firstOf(error.body, ['non_field_errors', 'message']) ?? PASSKEY_WORDS.failed }]
}

type Props = { passkeys: Loaded<{ results: Passkey[] }>; reload: () => void }

/** The person's passkeys, with which they can log in instead of the password. */
export function Passkeys({ passkeys: { data, error }, reload }: Props) {
  const [done, setDone] = useState<Done>()
  const { errors, round, busy, send } = useSending(serverErrors)
  const onDone = (sentence: string) => {
    setDone({ words: sentence })
    reload()
  }
  const remove = (id: number) =>
    void send(async () =>
      onDone((await call('DELETE /api/passkeys/{id}/', { params: { id: String(id) } })).message),
    )
  return (
    <section className="mt6" aria-labelledby="passkeys">
      <h2 id="passkeys" className="mb4">
        <Trans>Passkeys</Trans>
      </h2>
      <p className="mb4">
        <Trans>
          A passkey logs you in with the fingerprint, face or PIN of your own phone or computer. Your password
          works too. Add none on a shared device.
        </Trans>
      </p>
      <ErrorSummary errors={errors} round={round} />
      <DoneMessage done={done} />
      {error !== undefined && <ListFailed reload={reload} />}
      {data && data.results.length > 0 && (
        <ul className="sessions mb4">
          {data.results.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} busy={busy} onRemove={() => remove(passkey.id)} />
          ))}
        </ul>
      )}
      {data && data.results.length < PASSKEYS.most && <AddForm onDone={onDone} />}
    </section>
  )
}

type ItemProps = { passkey: Passkey; busy: boolean; onRemove: () => void }

function PasskeyItem({ passkey: { name, created_at, last_used_at }, busy, onRemove }: ItemProps) {
  const addedAt = translate(shortMoment(created_at))
  const usedAt = last_used_at && translate(shortMoment(last_used_at))
  return (
    <li>
      <div>
        <p className="any">
          <b>{name}</b>
        </p>
        <p className="small quiet">
          {usedAt ? (
            <Trans>
              Added <span className="nowrap">{addedAt}</span>, last used{' '}
              <span className="nowrap">{usedAt}</span>
            </Trans>
          ) : (
            <Trans>
              Added <span className="nowrap">{addedAt}</span>, not used yet
            </Trans>
          )}
        </p>
      </div>
      <button className="btn btn-2 btn-small" type="button" aria-disabled={busy} onClick={onRemove}>
        <Trans>
          Remove<span className="sr-only"> the passkey {name}</span>
        </Trans>
      </button>
    </li>
  )
}

function AddForm({ onDone }: { onDone: (sentence: string) => void }) {
  const [typed, setTyped] = useState(EMPTY)
  const { errors, round, busy, errorAt, drop, show, send } = useSending(serverErrors)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const { name: nameError } = passkeyNameErrors(typed.name)
    const localErrors = [
      ...(nameError ? [{ field: FIELD_IDS.name, sentence: nameError }] : []),
      ...(typed.password ? [] : [{ field: FIELD_IDS.password, sentence: PASSKEY_WORDS.password }]),
    ]
    if (localErrors.length > 0) return show(localErrors)
    void send(async () => {
      // The ticket proves to the second call that the password was right.
      const { name, password } = typed
      const { ticket, options } = await call('POST /api/passkeys/options/', { body: { password } })
      const response = await makePasskey(options)
      const { message } = await call('POST /api/passkeys/', { body: { ticket, name, response } })
      setTyped(EMPTY)
      onDone(message)
    })
  }
  const field = (name: keyof typeof EMPTY) => ({
    id: FIELD_IDS[name],
    value: typed[name],
    onValue: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }))
      drop([FIELD_IDS[name]])
    },
    error: errorAt(FIELD_IDS[name]),
  })
  return (
    <form onSubmit={submit} noValidate method="dialog">
      <ErrorSummary errors={errors} round={round} />
      <TextField
        {...field('name')}
        label={t`Name of the new passkey`}
        hint={t`So that you know it again, such as: my phone.`}
        autoComplete="off"
      />
      <PasswordField {...field('password')} label={t`Your password`} autoComplete="current-password" />
      <p className="mt4">
        <button className="btn btn-2" type="submit" aria-disabled={busy}>
          {busy ? t`Adding...` : t`Add a passkey`}
        </button>
      </p>
    </form>
  )
}
