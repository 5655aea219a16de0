import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { type FormEvent, useEffect } from 'react'
import { Link } from 'react-router'
import { CHECK } from '#contract/accounts/check.ts'
import { Captcha } from '../captcha/captcha.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { Field, TextField } from '../form/field.tsx'
import { HiddenUsername, PasswordField } from '../form/password-field.tsx'
import { UnseenField } from '../form/unseen-field.tsx'
import { paths } from '../paths.ts'
import { CodeField } from './code-field.tsx'
import { NewPassword } from './new-password.tsx'
import { type RecoveryProps, useRecoveryByQuestion } from './use-recovery-by-question.ts'

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
      {/* Hands the security question and its email to the page in the other language. */}
      <UnseenField id="asked-question" value={recovery.question ?? ''} onValue={recovery.setQuestion} />
      <UnseenField id="question-first-email" value={recovery.firstEmail} onValue={recovery.setFirstEmail} />
      {recovery.question === undefined ? (
        <form key="email" onSubmit={submit} noValidate method="dialog">
          <EmailStep {...props} recovery={recovery} />
        </form>
      ) : (
        <form key="answer" onSubmit={submit} noValidate method="dialog">
          <AnswerStep recovery={recovery} question={recovery.question} />
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
  recovery: { firstEmail, sentMessage, typed, changeTyped, errorAt },
}: Pick<Props, 'recovery'>) {
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
          email={firstEmail}
          value={typed.otp}
          onValue={(otp) => changeTyped({ otp })}
          error={errorAt('question-otp')}
        />
      </>
    )
  )
}

const AnswerStep = ({ recovery, question }: Pick<Props, 'recovery'> & { question: string }) => (
  <>
    <ErrorSummary errors={recovery.errors} round={recovery.round} />
    <HiddenUsername email={recovery.firstEmail} />
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
    <EmailedCode recovery={recovery} />
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
    <p className="mt4">
      <button className="link" type="button" onClick={recovery.changeEmail}>
        <Trans>Change the email</Trans>
      </button>
    </p>
  </>
)
