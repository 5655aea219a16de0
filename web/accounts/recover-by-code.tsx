import { type FormEvent, useState } from 'react'
import { LOGIN, RESET, SECURITY } from '#contract/accounts/words.ts'
import { passwordsMatchError, resetPasswordError } from '#contract/accounts/passwords.ts'
import { emailError } from '#contract/accounts/registration-rules.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { Captcha } from '../captcha/captcha.tsx'
import { ErrorSummary, type FieldError } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { CodeField } from './code-field.tsx'
import { NewPassword } from './new-password.tsx'
import type { Recovery } from './recover-by-question.tsx'

type Step = 'email' | 'code' | 'password'

/**
 * S1 §4 Emailed-code recovery (A3): request a code, check it, then set the password with the email of the
 * first step.
 */
export function ByCode({ email, onEmail, onDone }: Recovery) {
  const [step, setStep] = useState<Step>('email')
  const [sent, setSent] = useState<string>()
  const [otp, setOtp] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<FieldError[]>([])
  const [round, setRound] = useState(0)
  const [prove, setProve] = useState(false)
  const [captcha, setCaptcha] = useState<string>()
  const show = (...found: FieldError[]) => {
    setFaults(found)
    setRound(round + 1)
    setBusy(false)
  }
  const faultAt = (field: string) =>
    faults.find((fault) => fault.field?.replace('code-', '') === field)?.sentence
  const start = (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return false
    setBusy(true)
    setFaults([])
    return true
  }
  const proof = captcha ? { recaptchaToken: captcha } : {}
  /** T4: after some wrong codes the server first requires a captcha. A captcha is valid for one try. */
  const spent = (refusal: Partial<RefusalBody>) => {
    setCaptcha(undefined)
    if (refusal.recaptchaToken) setProve(true)
  }
  const move = (to: Step) => {
    // Another step has another captcha. A solved captcha stays valid if nothing was tried with it.
    if (to !== step) setCaptcha(undefined)
    setStep(to)
    setBusy(false)
  }

  const request = async (event?: FormEvent) => {
    if (!start(event)) return
    if (emailError(email)) return show({ field: 'code-email', sentence: LOGIN.email })
    try {
      const { message } = await call('POST /api/password-reset-request/', { body: { email } })
      setSent(message)
      move('code')
    } catch (error) {
      // A2: a 400 counts as sent.
      if (isCallFailed(error) && error.status === 400) {
        setSent(RESET.requested)
        return move('code')
      }
      show({
        sentence: (isCallFailed(error) && firstOf(error.body, ['message', 'email'])) || RESET.requestFailed,
      })
    }
  }
  const check = async (event: FormEvent) => {
    if (!start(event)) return
    try {
      await call('POST /api/verify-otp/', { body: { email, otp, ...proof } })
      move('password')
    } catch (error) {
      const refusal = isCallFailed(error) ? error.body : {}
      spent(refusal)
      show({
        field: refusal.recaptchaToken ? undefined : 'code-otp',
        sentence: firstOf(refusal, ['error']) || RESET.codeFailed,
      })
    }
  }
  const update = async (event: FormEvent) => {
    if (!start(event)) return
    const short = resetPasswordError(password)
    const unequal = passwordsMatchError(password, again)
    if (short) return show({ field: 'code-new-password', sentence: short })
    if (unequal) return show({ field: 'code-new-password-again', sentence: unequal })
    try {
      const { message } = await call('POST /api/update-password/', {
        body: { email, otp, new_password: password, ...proof },
      })
      onDone(message || RESET.updated)
    } catch (error) {
      const refusal = isCallFailed(error) ? error.body : {}
      const sentence =
        firstOf(refusal, ['error']) ??
        (isCallFailed(error) && error.status === 0 ? SECURITY.network : RESET.updateFailed)
      const ofCode = refusal.code === 'wrong_code' || refusal.code === 'codes_closed'
      spent(refusal)
      if (ofCode) setStep('code')
      show({ field: refusal.new_password ? 'code-new-password' : ofCode ? 'code-otp' : undefined, sentence })
    }
  }

  if (step === 'email') {
    return (
      <form onSubmit={request} noValidate method="dialog">
        <ErrorSummary
          faults={faults}
          round={round}
          title={faultAt('email') ? undefined : 'The code was not sent'}
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
          fault={faultAt('email')}
        />
        <p className="mt5">
          <button className="btn btn-wide" type="submit" aria-disabled={busy}>
            {busy ? 'Sending...' : 'Send me a code'}
          </button>
        </p>
      </form>
    )
  }
  const proving = prove && <Captcha key={`${step} ${round}`} id="code-captcha" own onToken={setCaptcha} />
  if (step === 'code') {
    return (
      <form onSubmit={check} noValidate method="dialog">
        <ErrorSummary faults={faults} round={round} />
        <p className="callout mb5" role="status">
          {sent}
        </p>
        <CodeField id="code-otp" email={email} value={otp} onValue={setOtp} fault={faultAt('otp')} />
        {proving}
        <p className="btn-row mt5">
          <button className="btn btn-wide" type="submit" aria-disabled={busy} disabled={prove && !captcha}>
            {busy ? 'Checking...' : 'Check the code'}
          </button>
          <button className="btn btn-wide btn-2" type="button" onClick={() => void request()}>
            Send a new code
          </button>
        </p>
      </form>
    )
  }
  return (
    <form onSubmit={update} noValidate method="dialog">
      <ErrorSummary faults={faults} round={round} />
      <p className="callout is-green mb5" role="status">
        {RESET.codeGood}
      </p>
      <input
        className="vh"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <NewPassword
        password={password}
        onPassword={setPassword}
        again={again}
        onAgain={setAgain}
        faultAt={faultAt}
        prefix="code-"
      />
      {proving}
      <p className="mt5">
        <button className="btn btn-wide" type="submit" aria-disabled={busy} disabled={prove && !captcha}>
          {busy ? 'Updating...' : 'Update Password'}
        </button>
      </p>
    </form>
  )
}
