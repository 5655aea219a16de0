import { type FormEvent, useState } from 'react'
import { RESET, SECURITY } from '#contract/accounts/words.ts'
import { LOGIN } from '#contract/accounts/login-words.ts'
import { passwordsMatchError, resetPasswordError } from '#contract/accounts/passwords.ts'
import { emailError } from '#contract/accounts/registration-rules.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { Captcha } from '../captcha/captcha.tsx'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { useSending } from '../form/use-sending.ts'
import { CodeField } from './code-field.tsx'
import { NewPassword } from './new-password.tsx'
import type { RecoveryProps } from './recover-by-question.tsx'
import { useCaptcha } from './use-captcha.ts'

type Step = 'email' | 'code' | 'password'

const refusalOf = (error: unknown) => (isCallFailed(error) ? error.body : {})
const requestErrors = (error: unknown): FieldError[] => [
  { sentence: firstOf(refusalOf(error), ['message', 'email']) || RESET.requestFailed },
]

/** The calls of the three steps. What each step shows is below. */
function useRecoveryByCode({ email, onDone }: RecoveryProps) {
  const [step, setStep] = useState<Step>('email')
  const [sentMessage, setSentMessage] = useState<string>()
  const [otp, setOtp] = useState('')
  // It stays while a wrong code leads back to its step.
  const [passwords, setPasswords] = useState({ password: '', again: '' })
  const captcha = useCaptcha()
  const form = useSending()
  const goToStep = (to: Step) => {
    // Another step has another captcha. A solved captcha stays valid if nothing was tried with it.
    if (to !== step) captcha.discardToken()
    setStep(to)
  }
  const requestCode = () => {
    if (form.busy) return
    if (emailError(email)) return form.show([{ field: 'code-email', sentence: LOGIN.email }])
    void form.send(async () => {
      try {
        setSentMessage((await call('POST /api/password-reset-request/', { body: { email } })).message)
      } catch (error) {
        // A2: a 400 counts as sent.
        if (!isCallFailed(error) || error.status !== 400) throw error
        setSentMessage(RESET.requested)
      }
      goToStep('code')
    }, requestErrors)
  }
  const checkCode = () =>
    form.send(
      async () => {
        await call('POST /api/verify-otp/', { body: { email, otp, ...captcha.bodyPart } })
        goToStep('password')
      },
      (error) => {
        const refusal = refusalOf(error)
        captcha.afterRefusal(refusal)
        return [
          {
            field: refusal.recaptchaToken ? undefined : 'code-otp',
            sentence: firstOf(refusal, ['error']) || RESET.codeFailed,
          },
        ]
      },
    )
  const updateErrors = (error: unknown): FieldError[] => {
    const refusal = refusalOf(error)
    const sentence =
      firstOf(refusal, ['error']) ??
      (isCallFailed(error) && error.status === 0 ? SECURITY.network : RESET.updateFailed)
    const isCodeWrong = refusal.code === 'wrong_code' || refusal.code === 'codes_closed'
    captcha.afterRefusal(refusal)
    if (isCodeWrong) setStep('code')
    return [
      { field: refusal.new_password ? 'code-new-password' : isCodeWrong ? 'code-otp' : undefined, sentence },
    ]
  }
  const updatePassword = () => {
    if (form.busy) return
    const { password, again } = passwords
    const passwordError = resetPasswordError(password)
    const mismatchError = passwordsMatchError(password, again)
    if (passwordError) return form.show([{ field: 'code-new-password', sentence: passwordError }])
    if (mismatchError) return form.show([{ field: 'code-new-password-again', sentence: mismatchError }])
    void form.send(async () => {
      const body = { email, otp, new_password: password, ...captcha.bodyPart }
      const { message } = await call('POST /api/update-password/', { body })
      onDone(message || RESET.updated)
    }, updateErrors)
  }
  const setPassword = (change: Partial<typeof passwords>) =>
    setPasswords((before) => ({ ...before, ...change }))
  return {
    ...form,
    step,
    sentMessage,
    otp,
    setOtp,
    ...passwords,
    setPassword,
    captcha,
    requestCode,
    checkCode,
    updatePassword,
  }
}
type Props = RecoveryProps & { recovery: ReturnType<typeof useRecoveryByCode> }

const onSubmit = (work: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  work()
}

/**
 * S1 §4 Emailed-code recovery (A3): request a code, check it, then set the password with the email of the
 * first step.
 */
export function RecoverByCode(props: RecoveryProps) {
  const recovery = useRecoveryByCode(props)
  if (recovery.step === 'email') return <EmailStep {...props} recovery={recovery} />
  return recovery.step === 'code' ? (
    <CodeStep {...props} recovery={recovery} />
  ) : (
    <PasswordStep {...props} recovery={recovery} />
  )
}

const EmailStep = ({ email, onEmail, recovery: { errors, round, busy, errorAt, requestCode } }: Props) => (
  <form onSubmit={onSubmit(requestCode)} noValidate method="dialog">
    <ErrorSummary
      errors={errors}
      round={round}
      title={errors.some(({ field }) => field) ? undefined : 'The code was not sent'}
    />
    <TextField
      id="code-email"
      label="Email"
      hint="We send a code of six digits to this address."
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={email}
      onValue={onEmail}
      error={errorAt('code-email')}
    />
    <p className="mt5">
      <button className="btn btn-wide" type="submit" aria-disabled={busy}>
        {busy ? 'Sending...' : 'Send me a code'}
      </button>
    </p>
  </form>
)

const CaptchaIfRequired = ({ recovery: { captcha, step, round } }: Pick<Props, 'recovery'>) =>
  captcha.isRequired && (
    <Captcha key={`${step} ${round}`} id="code-captcha" isOwnOnly onToken={captcha.setToken} />
  )

const CodeStep = ({ email, recovery }: Props) => (
  <form onSubmit={onSubmit(recovery.checkCode)} noValidate method="dialog">
    <ErrorSummary errors={recovery.errors} round={recovery.round} />
    <p className="callout mb5" role="status">
      {recovery.sentMessage}
    </p>
    <CodeField
      id="code-otp"
      email={email}
      value={recovery.otp}
      onValue={recovery.setOtp}
      error={recovery.errorAt('code-otp')}
    />
    <CaptchaIfRequired recovery={recovery} />
    <p className="btn-row mt5">
      <button
        className="btn btn-wide"
        type="submit"
        aria-disabled={recovery.busy}
        disabled={recovery.captcha.isMissing}
      >
        {recovery.busy ? 'Checking...' : 'Check the code'}
      </button>
      <button className="btn btn-wide btn-2" type="button" onClick={recovery.requestCode}>
        Send a new code
      </button>
    </p>
  </form>
)

const PasswordStep = ({ email, recovery }: Props) => (
  <form onSubmit={onSubmit(recovery.updatePassword)} noValidate method="dialog">
    <ErrorSummary errors={recovery.errors} round={recovery.round} />
    <p className="callout is-green mb5" role="status">
      {RESET.codeGood}
    </p>
    <input
      className="sr-only"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
    <NewPassword
      password={recovery.password}
      onPassword={(password) => recovery.setPassword({ password })}
      passwordAgain={recovery.again}
      onPasswordAgain={(again) => recovery.setPassword({ again })}
      errorAt={(field) => recovery.errorAt(`code-${field}`)}
      prefix="code-"
    />
    <CaptchaIfRequired recovery={recovery} />
    <p className="mt5">
      <button
        className="btn btn-wide"
        type="submit"
        aria-disabled={recovery.busy}
        disabled={recovery.captcha.isMissing}
      >
        {recovery.busy ? 'Updating...' : 'Update Password'}
      </button>
    </p>
  </form>
)
