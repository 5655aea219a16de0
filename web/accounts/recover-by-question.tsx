import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { CHECK } from '#contract/accounts/check.ts'
import { RESET, SECURITY } from '#contract/accounts/words.ts'
import { LOGIN } from '#contract/accounts/login-words.ts'
import { passwordsMatchError, resetPasswordError } from '#contract/accounts/passwords.ts'
import { call, firstOf } from '../api.ts'
import { type CallFailed, isCallFailed } from '../call.ts'
import { Captcha } from '../captcha/captcha.tsx'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { Field, TextField } from '../form/field.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { UnseenField } from '../form/unseen-field.tsx'
import { useSending } from '../form/use-sending.ts'
import { paths } from '../paths.ts'
import { CodeField } from './code-field.tsx'
import { NewPassword } from './new-password.tsx'
import { useCaptcha } from './use-captcha.ts'

export type RecoveryProps = {
  email: string
  onEmail: (email: string) => void
  onDone: (sentence: string) => void
}

/**
 * `again`: the new password, typed a second time. `otp`: the emailed code, which some operators require too.
 */
const NOTHING_TYPED = { answer: '', password: '', again: '', otp: '' }
type Typed = typeof NOTHING_TYPED

/** The errors that the page finds before the reset is sent, in the order of its fields. */
const errorsBeforeReset = ({ answer, password, again }: Typed): FieldError[] =>
  (
    [
      ['answer', answer.trim() ? undefined : SECURITY.answer],
      ['new-password', resetPasswordError(password)],
      ['new-password-again', passwordsMatchError(password, again)],
    ] as const
  ).flatMap(([field, sentence]) => (sentence ? [{ field, sentence }] : []))

/** The error to show for a refused password reset. `codes_closed`: too many wrong codes were typed. */
const errorOfRefusedReset = ({ body }: CallFailed): FieldError => {
  if (body.code === 'wrong_code' || body.code === 'codes_closed')
    return { field: 'question-otp', sentence: firstOf(body, ['error']) ?? RESET.codeFailed }
  const sentence = firstOf(body, ['error']) ?? SECURITY.resetFailed
  if (body.new_password) return { field: 'new-password', sentence }
  return { field: body.code === 'wrong_answer' ? 'answer' : undefined, sentence }
}

/** The state of a recovery by security question: its two steps, and the call of each step. */
function useRecoveryByQuestion({ email, onDone }: RecoveryProps) {
  // The person's security question; undefined until the server has found the email address.
  const [question, setQuestion] = useState<string>()
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [isNotFound, setIsNotFound] = useState(false)
  // The sentence that a code was emailed; undefined while the server does not require a code.
  const [sentMessage, setSentMessage] = useState<string>()
  const captcha = useCaptcha()
  const form = useSending()
  const lookUpErrors = (error: unknown): FieldError[] => {
    if (!isCallFailed(error) || error.status === 0) return [{ sentence: SECURITY.network }]
    const isUnknown = error.status === 404
    setIsNotFound(isUnknown)
    // After a few tries, a refusal has the key `recaptchaToken`: the server requires a captcha first (A4).
    if (error.body.recaptchaToken) captcha.afterRefusal(error.body)
    return [{ sentence: isUnknown ? SECURITY.notFound : (firstOf(error.body, ['error']) ?? SECURITY.notSet) }]
  }
  const lookUp = () => {
    if (form.busy) return
    setIsNotFound(false)
    if (!email.trim()) return form.show([{ field: 'question-email', sentence: LOGIN.email }])
    void form.send(async () => {
      const reply = await call('POST /api/security/question/', { body: { email, ...captcha.bodyPart } })
      setQuestion(reply.question)
      captcha.clearRequirement()
    }, lookUpErrors)
  }
  const resetErrors = (error: unknown): FieldError[] => {
    if (!isCallFailed(error)) return [{ sentence: SECURITY.broke }]
    if (error.status === 0) return [{ sentence: SECURITY.network }]
    captcha.afterRefusal(error.body)
    if (error.body.code !== 'code_required') return [errorOfRefusedReset(error)]
    // This operator requires the emailed code as well as the answer (C3). The first refusal makes the field
    // of the code appear. Only a second try without the code shows an error.
    setSentMessage(firstOf(error.body, ['otp']) ?? RESET.codeToo)
    return sentMessage ? [{ field: 'question-otp', sentence: RESET.codeToo }] : []
  }
  const reset = () => {
    if (form.busy) return
    const errors = errorsBeforeReset(typed)
    if (errors.length > 0) return form.show(errors)
    const { answer, password: new_password, otp } = typed
    void form.send(async () => {
      const { message } = await call('POST /api/security/reset/', {
        body: { email, answer, new_password, ...(sentMessage ? { otp } : {}), ...captcha.bodyPart },
      })
      onDone(message || RESET.updated)
    }, resetErrors)
  }
  const changeTyped = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  return {
    ...form,
    question,
    setQuestion,
    typed,
    changeTyped,
    isNotFound,
    sentMessage,
    captcha,
    lookUp,
    reset,
  }
}
type Props = RecoveryProps & { recovery: ReturnType<typeof useRecoveryByQuestion> }

/** Resets a password by security question (S1 §4). First it asks for the email, then for the answer. */
export function RecoverByQuestion(props: RecoveryProps) {
  const recovery = useRecoveryByQuestion(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (recovery.question === undefined) recovery.lookUp()
    else recovery.reset()
  }
  // Each step is a form of its own, so that a password manager saves the new password of the second step.
  return (
    <>
      {/* Hands the security question to the page in the other language. */}
      <UnseenField id="asked-question" value={recovery.question ?? ''} onValue={recovery.setQuestion} />
      {recovery.question === undefined ? (
        <form key="email" onSubmit={submit} noValidate method="dialog">
          <EmailStep {...props} recovery={recovery} />
        </form>
      ) : (
        <form key="answer" onSubmit={submit} noValidate method="dialog">
          <AnswerStep {...props} recovery={recovery} question={recovery.question} />
        </form>
      )}
    </>
  )
}

const EmailStep = ({ email, onEmail, recovery }: Props) => (
  <>
    <ErrorSummary
      errors={recovery.errors}
      round={recovery.round}
      // An error without a field is about the whole call. Otherwise the error summary has its usual title.
      title={recovery.errors.some(({ field }) => field) ? undefined : translate(CHECK)}
    />
    {recovery.isNotFound && (
      <p className="btn-row mb5">
        <Link className="btn btn-2" to={paths.register}>
          <Trans>Create Account</Trans>
        </Link>
        <Link className="btn btn-2" to={paths.login}>
          <Trans>Go to Login</Trans>
        </Link>
      </p>
    )}
    <TextField
      id="question-email"
      label={t`Email`}
      hint={t`The address you registered with.`}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={email}
      onValue={onEmail}
      error={recovery.errorAt('question-email')}
    />
    {recovery.captcha.isRequired && (
      <Captcha key={recovery.round} id="question-captcha" isOwnOnly onToken={recovery.captcha.setToken} />
    )}
    <SubmitButton recovery={recovery} label={t`Continue`} busyLabel={t`Checking email...`} />
  </>
)

const SubmitButton = ({
  recovery: { busy, captcha },
  label,
  busyLabel,
}: Pick<Props, 'recovery'> & { label: string; busyLabel: string }) => (
  <p className="mt5">
    <button className="btn btn-wide" type="submit" aria-disabled={busy} disabled={captcha.isMissing}>
      {busy ? busyLabel : label}
    </button>
  </p>
)

/** The field for the emailed code. It appears, with the focus, once the server requires a code. */
function EmailedCode({
  email,
  recovery: { sentMessage, typed, changeTyped, errorAt },
}: Omit<Props, 'onEmail' | 'onDone'>) {
  useEffect(() => {
    if (sentMessage) document.getElementById('question-otp')?.focus()
  }, [sentMessage])
  return (
    sentMessage && (
      <>
        <p className="callout is-green mt5 mb5" role="status">
          {translate(sentMessage)}
        </p>
        <CodeField
          id="question-otp"
          email={email}
          value={typed.otp}
          onValue={(otp) => changeTyped({ otp })}
          error={errorAt('question-otp')}
        />
      </>
    )
  )
}

const AnswerStep = ({ email, recovery, question }: Props & { question: string }) => (
  <>
    <ErrorSummary errors={recovery.errors} round={recovery.round} />
    {/* This hidden field tells a password manager which account the new password belongs to. */}
    <input
      className="sr-only"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
    <Field id="question" label={t`Your question`}>
      {/* The box of the security question grows with it, so that all of it can be read. */}
      <span className="grow" data-text={translate(question)}>
        <textarea className="input" id="question" readOnly rows={1} value={translate(question)} />
      </span>
    </Field>
    <PasswordField
      id="answer"
      label={t`Answer`}
      hint={t`Capital letters and extra spaces do not matter.`}
      autoComplete="off"
      value={recovery.typed.answer}
      onValue={(answer) => recovery.changeTyped({ answer })}
      error={recovery.errorAt('answer')}
    />
    <EmailedCode email={email} recovery={recovery} />
    <NewPassword
      password={recovery.typed.password}
      onPassword={(password) => recovery.changeTyped({ password })}
      passwordAgain={recovery.typed.again}
      onPasswordAgain={(again) => recovery.changeTyped({ again })}
      errorAt={recovery.errorAt}
    />
    {recovery.captcha.isRequired && (
      <Captcha
        key={`answer ${recovery.round}`}
        id="answer-captcha"
        isOwnOnly
        onToken={recovery.captcha.setToken}
      />
    )}
    <SubmitButton recovery={recovery} label={t`Update Password`} busyLabel={t`Updating...`} />
  </>
)
