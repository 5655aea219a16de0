import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { SECURITY, SUGGESTED_QUESTIONS, securityErrors } from '#contract/accounts/words.ts'
import { SECURITY_QUESTION } from '#contract/accounts/limits.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { RadioGroup } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useSending } from '../form/use-sending.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { LoggedIn } from '../session/guard.tsx'
import { markSecuritySetupDone } from '../session/session.ts'
import type { Route } from './+types/security-setup-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Set Security Question`, index: false })

/** The names of the answers in the call, which are also the ids of their fields. */
const FIELDS = {
  security_question: 'security_question',
  security_answer: 'security_answer',
  password: 'password',
} as const
const OWN_QUESTION = 'own_question'
const CHOICES = [
  ...SUGGESTED_QUESTIONS.map((suggested) => [suggested, suggested] as const),
  [OWN_QUESTION, t`My own question`] as const,
]

/** The page to set a security question, which lets a person back in without their email. */
export default function SecuritySetupPage() {
  return (
    <LoggedIn>
      <SecuritySetup />
    </LoggedIn>
  )
}

// If the person typed their own question, its error is shown at that field.
const shownFieldOf = (field: string | undefined, choice: string) =>
  field === FIELDS.security_question && choice === OWN_QUESTION ? OWN_QUESTION : field

const serverErrors = (error: unknown, choice: string): FieldError[] => {
  const refusal = isCallFailed(error) ? error.body : {}
  const field = Object.values(FIELDS).find((name) => refusal[name])
  const sentence =
    (field && firstOf(refusal, [field])) ?? firstOf(refusal, ['message']) ?? SECURITY.saveFailed
  return [{ field: shownFieldOf(field, choice), sentence }]
}

function SecuritySetup() {
  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <h1>
            <Trans>Set Security Question</Trans>
          </h1>
          <p className="lead mt2 mb5">
            <Trans>
              If you forget your password and cannot open your email, this question lets you back in.
            </Trans>
          </p>
          <QuestionForm />
        </div>
        <aside className="margin-note">
          <h2 className="heading-small">
            <Trans>A good answer</Trans>
          </h2>
          <p className="small">
            <Trans>
              Choose an answer that you will still know in five years. No one should find it on Facebook or
              learn it from a neighbour.
            </Trans>
          </p>
          <p className="small quiet mt4">
            <Trans>We store your answer in a form that no one can read, not even our staff.</Trans>
          </p>
        </aside>
      </div>
    </div>
  )
}

/** What is typed for the security question, its errors, and the function that sends it. */
function useQuestionForm() {
  const navigate = useNavigate()
  const [choice, setChoice] = useState('')
  const [ownQuestion, setOwnQuestion] = useState('')
  const [answer, setAnswer] = useState('')
  // Undefined until the server asks for the password: it does so only long after the login (C3).
  const [password, setPassword] = useState<string>()
  const { errors, round, busy, errorAt, show, send } = useSending((error) => {
    if (isCallFailed(error) && error.body.password) setPassword((typed) => typed ?? '')
    return serverErrors(error, choice)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const body = {
      security_question: choice === OWN_QUESTION ? ownQuestion : choice,
      security_answer: answer,
      ...(password === undefined ? {} : { password }),
    }
    const localErrors = Object.entries(securityErrors(body))
    if (localErrors.length > 0)
      return show(localErrors.map(([field, sentence]) => ({ field: shownFieldOf(field, choice), sentence })))
    void send(async () => {
      await call('POST /api/security/set/', { body })
      // From now on, the session no longer sends the person to this page.
      markSecuritySetupDone()
      await navigate(paths.dashboard, { replace: true })
    })
  }
  return {
    choice,
    setChoice,
    ownQuestion,
    setOwnQuestion,
    answer,
    setAnswer,
    password,
    setPassword,
    errors,
    round,
    busy,
    errorAt,
    submit,
  }
}

function QuestionForm() {
  const { choice, setChoice, ownQuestion, setOwnQuestion, answer, setAnswer, ...form } = useQuestionForm()
  const { password, setPassword, errors, round, busy, errorAt, submit } = form
  return (
    <form onSubmit={submit} noValidate method="dialog">
      <ErrorSummary errors={errors} round={round} />
      <RadioGroup
        id={FIELDS.security_question}
        label={t`Question`}
        hint={t`Choose one, or write your own.`}
        rows
        options={CHOICES}
        value={choice}
        onValue={setChoice}
        error={errorAt(FIELDS.security_question)}
      />
      {choice === OWN_QUESTION && (
        <TextField
          id={OWN_QUESTION}
          label={t`Your question`}
          autoComplete="off"
          maxLength={SECURITY_QUESTION.maxQuestionLength}
          value={ownQuestion}
          onValue={setOwnQuestion}
          error={errorAt(OWN_QUESTION)}
        />
      )}
      <PasswordField
        id={FIELDS.security_answer}
        label={t`Answer`}
        hint={t`Capital letters and extra spaces do not matter.`}
        autoComplete="off"
        value={answer}
        onValue={setAnswer}
        error={errorAt(FIELDS.security_answer)}
      />
      {password !== undefined && (
        <PasswordField
          id={FIELDS.password}
          label={t`Your password`}
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          error={errorAt(FIELDS.password)}
        />
      )}
      <p className="mt6">
        <button className="btn btn-wide" type="submit" aria-disabled={busy}>
          {busy ? t`Saving...` : t`Save and Continue`}
        </button>
      </p>
    </form>
  )
}
