import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import type { FormEvent } from 'react'
import { EMAILS_PER_HOUR } from '#contract/accounts/limits.ts'
import { RESET } from '#contract/accounts/words.ts'
import { Captcha } from '../captcha/captcha.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { HiddenUsername } from '../form/password-field.tsx'
import { UnseenField } from '../form/unseen-field.tsx'
import { CodeField } from './code-field.tsx'
import { NewPassword } from './new-password.tsx'
import { type Step, useRecoveryByCode } from './use-recovery-by-code.ts'
import type { RecoveryProps } from './use-recovery-by-question.ts'

/** How many codes are emailed to an address in an hour. */
const mostCodes = EMAILS_PER_HOUR

type Props = RecoveryProps & { recovery: ReturnType<typeof useRecoveryByCode> }

/** Makes the listener of a form that runs `work` when the form is submitted. */
const submitTo = (work: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  work()
}

/**
 * Recovers an account by an emailed code (S1 §4, A3). The person requests the code, types it, then sets a
 * password.
 */
export function RecoverByCode(props: RecoveryProps) {
  const recovery = useRecoveryByCode(props)
  const { step, goToStep } = recovery
  const ShownStep = STEPS[step]
  return (
    <>
      {/* Hands the present step of the recovery and its email to the page in the other language. */}
      <UnseenField
        id="code-step"
        value={step === 'email' ? '' : step}
        onValue={(value) => value in STEPS && goToStep(value as Step)}
      />
      <UnseenField id="code-first-email" value={recovery.firstEmail} onValue={recovery.setFirstEmail} />
      <ShownStep {...props} recovery={recovery} />
    </>
  )
}

const EmailStep = ({ email, onEmail, recovery: { errors, round, busy, errorAt, requestCode } }: Props) => (
  <form onSubmit={submitTo(requestCode)} noValidate method="dialog">
    <ErrorSummary
      errors={errors}
      round={round}
      // An error without a field is about the whole call. Otherwise the error summary has its usual title.
      title={errors.some(({ field }) => field) ? undefined : t`The code was not sent`}
    />
    <TextField
      id="code-email"
      label={t`Email`}
      hint={t`We send a code of six digits to this address.`}
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
        {busy ? t`Sending...` : t`Send me a code`}
      </button>
    </p>
  </form>
)

/** The captcha gets a new key after each try and in each step. The key resets it. */
const CaptchaIfRequired = ({ recovery: { captcha, step, round } }: Pick<Props, 'recovery'>) =>
  captcha.isRequired && (
    <Captcha key={`${step} ${round}`} id="code-captcha" isOwnOnly onToken={captcha.setToken} />
  )

const CodeStep = ({ recovery }: Props) => (
  <form onSubmit={submitTo(recovery.checkCode)} noValidate method="dialog">
    <ErrorSummary errors={recovery.errors} round={recovery.round} />
    <p className="callout mb5" role="status">
      {recovery.isSentAgain
        ? t`If the email exists, we send a new code. We send at most ${mostCodes} codes an hour. Use the newest code.`
        : translate(recovery.sentMessage)}
    </p>
    <CodeField
      id="code-otp"
      email={recovery.firstEmail}
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
        {recovery.busy && !recovery.isCodeAsked ? t`Checking...` : t`Check the code`}
      </button>
      <button
        className="btn btn-wide btn-2"
        type="button"
        onClick={recovery.requestNewCode}
        aria-disabled={recovery.busy}
      >
        {recovery.busy && recovery.isCodeAsked ? t`Sending...` : t`Send a new code`}
      </button>
    </p>
    <p className="mt4">
      <button className="link" type="button" onClick={recovery.changeEmail}>
        <Trans>Change the email</Trans>
      </button>
    </p>
  </form>
)

const PasswordStep = ({ recovery }: Props) => (
  <form onSubmit={submitTo(recovery.updatePassword)} noValidate method="dialog">
    <ErrorSummary errors={recovery.errors} round={recovery.round} />
    <p className="callout is-green mb5" role="status">
      {translate(RESET.codeGood)}
    </p>
    {/* Hands the typed code to the page in the other language. */}
    <UnseenField id="code-otp" value={recovery.otp} onValue={recovery.setOtp} />
    <HiddenUsername email={recovery.firstEmail} />
    <NewPassword
      password={recovery.password}
      onPassword={(password) => recovery.changePasswords({ password })}
      passwordAgain={recovery.again}
      onPasswordAgain={(again) => recovery.changePasswords({ again })}
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
        {recovery.busy ? t`Updating...` : t`Update Password`}
      </button>
    </p>
  </form>
)

const STEPS = { email: EmailStep, code: CodeStep, password: PasswordStep }
