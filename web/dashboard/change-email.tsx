import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { EMAIL_CHANGE_WORDS, emailChangeErrors } from '#contract/accounts/email-change.ts'
import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import type { PendingEmailChange } from '#contract/accounts/email-change-endpoints.ts'
import { shortMoment } from '#contract/dates.ts'
import { call, firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import type { Loaded } from '../loaded.ts'
import { personOf, useSession } from '../session/session.ts'
import { type Done, DoneMessage } from '../ui/done-message.tsx'

const EMPTY = { email: '', password: '' }
const FIELDS = ['email', 'password'] as const

const serverErrors = (error: unknown): FieldError[] => {
  if (!isCallFailed(error) || error.status === NO_ANSWER) return [{ sentence: CHANGE_PASSWORD.network }]
  const { body } = error
  const atFields = FIELDS.flatMap((field) => {
    const sentence = firstOf(body, [field])
    return sentence ? [{ field, sentence }] : []
  })
  if (atFields.length > 0) return atFields
  return [{ sentence: firstOf(body, ['non_field_errors', 'message']) ?? EMAIL_CHANGE_WORDS.failed }]
}

type Props = { change: Loaded<{ pending: PendingEmailChange | null }>; reload: () => void }

/** The account's email address: a change that is not confirmed yet, or the form that asks for one (A23). */
export function ChangeEmail({ change: { data, error }, reload }: Props) {
  const [done, setDone] = useState<Done>()
  const email = personOf(useSession())
  const onDone = (sentence: string) => {
    setDone({ words: sentence })
    reload()
  }
  return (
    <section className="mt6" aria-labelledby="change-email">
      <h2 id="change-email" className="mb4">
        <Trans>Change your email</Trans>
      </h2>
      <p className="mb4">
        <Trans>
          Your email is <b className="any">{email}</b>.
        </Trans>
      </p>
      <DoneMessage done={done} />
      {error !== undefined && (
        <p className="callout is-red" role="alert">
          <Trans>
            This part could not be loaded.{' '}
            <button className="link" type="button" onClick={reload}>
              Try again
            </button>
          </Trans>
        </p>
      )}
      {data?.pending && <PendingChange pending={data.pending} onDone={onDone} />}
      {data && !data.pending && <AskForm onDone={onDone} />}
    </section>
  )
}

function PendingChange({
  pending,
  onDone,
}: {
  pending: PendingEmailChange
  onDone: (sentence: string) => void
}) {
  const { errors, round, busy, send } = useSending(serverErrors)
  const until = translate(shortMoment(pending.expires_at))
  const takeBack = () => send(async () => onDone((await call('DELETE /api/email-change/')).message))
  return (
    <>
      <ErrorSummary errors={errors} round={round} />
      <p>
        <Trans>
          Until <span className="nowrap">{until}</span>, both addresses can confirm the change to{' '}
          <b className="any">{pending.email}</b>.
        </Trans>
      </p>
      <ul className="mt4">
        <li>
          {pending.old_confirmed
            ? t`The old address is confirmed.`
            : t`The old address is not confirmed yet.`}
        </li>
        <li>
          {pending.new_confirmed
            ? t`The new address is confirmed.`
            : t`The new address is not confirmed yet.`}
        </li>
      </ul>
      <p className="mt4">
        <button className="btn btn-2" type="button" aria-disabled={busy} onClick={() => void takeBack()}>
          <Trans>Take back the change</Trans>
        </button>
      </p>
    </>
  )
}

function AskForm({ onDone }: { onDone: (sentence: string) => void }) {
  const [typed, setTyped] = useState(EMPTY)
  // `drop` removes the error of a field once the person changes it.
  const { errors, round, busy, errorAt, drop, show, send } = useSending(serverErrors)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const localErrors = Object.entries(emailChangeErrors(typed))
    if (localErrors.length > 0) return show(localErrors.map(([field, sentence]) => ({ field, sentence })))
    void send(async () => onDone((await call('POST /api/email-change/', { body: typed })).message))
  }
  const field = (name: keyof typeof EMPTY) => ({
    id: name,
    value: typed[name],
    onValue: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }))
      drop([name])
    },
    error: errorAt(name),
  })
  return (
    // With this method, the browser itself never sends the form, so no password gets into the address.
    <form onSubmit={submit} noValidate method="dialog">
      <ErrorSummary errors={errors} round={round} />
      <TextField
        {...field('email')}
        label={t`New email address`}
        hint={t`We email a link to both addresses. For seven days, a link in the old one can undo the change.`}
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      <PasswordField {...field('password')} label={t`Your password`} autoComplete="current-password" />
      <p className="mt5">
        <button className="btn btn-2" type="submit" aria-disabled={busy}>
          {busy ? t`Sending...` : t`Change my email`}
        </button>
      </p>
    </form>
  )
}
