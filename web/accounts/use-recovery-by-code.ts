import { useState } from 'react'
import { RESET } from '#contract/accounts/words.ts'
import { LOGIN } from '#contract/accounts/login-words.ts'
import { passwordsMatchError, resetPasswordError } from '#contract/accounts/passwords.ts'
import { emailError } from '#contract/accounts/registration-rules.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'
import { useSending } from '../form/use-sending.ts'
import { codeFailure, codeRequestFailure, updateFailure } from './recovery-failures.ts'
import { useCaptcha } from './use-captcha.ts'
import type { RecoveryProps } from './use-recovery-by-question.ts'

export type Step = 'email' | 'code' | 'password'

const refusalOf = (error: unknown) => (isCallFailed(error) ? error.body : {})

/** The present step of the recovery, and what is typed in its steps: `otp` is the emailed code. */
function useSteps() {
  const [step, setStep] = useState<Step>('email')
  // The address to which a code was sent. The field of the address may change later, in the other tab.
  const [firstEmail, setFirstEmail] = useState('')
  const [sentMessage, setSentMessage] = useState<string>(RESET.requested)
  // Whether the last call asked for a code, and whether a second code was sent.
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [isSentAgain, setSentAgain] = useState(false)
  const [otp, setOtp] = useState('')
  // The typed passwords stay when a wrong code leads the person back to the step of the code.
  const [passwords, setPasswords] = useState({ password: '', again: '' })
  const captcha = useCaptcha()
  const form = useSending()
  const goToStep = (nextStep: Step) => {
    // Each step has its own captcha. One that was solved and not used stays valid for the same step.
    if (nextStep !== step) captcha.discardToken()
    setStep(nextStep)
  }
  const changePasswords = (change: Partial<typeof passwords>) =>
    setPasswords((before) => ({ ...before, ...change }))
  return {
    step,
    setStep,
    goToStep,
    firstEmail,
    setFirstEmail,
    sentMessage,
    setSentMessage,
    isCodeAsked,
    setCodeAsked,
    isSentAgain,
    setSentAgain,
    otp,
    setOtp,
    passwords,
    changePasswords,
    captcha,
    form,
  }
}
type Steps = ReturnType<typeof useSteps>

const requestErrors = (error: unknown): FieldError[] => [{ sentence: codeRequestFailure(refusalOf(error)) }]

const requestCode = (steps: Steps, email: string) => {
  const { form, step, setFirstEmail, setSentMessage, setCodeAsked, setSentAgain, goToStep } = steps
  if (form.busy) return
  if (emailError(email)) return form.show([{ field: 'code-email', sentence: LOGIN.email }])
  setCodeAsked(true)
  setSentAgain(false)
  void form.send(async () => {
    try {
      setSentMessage((await call('POST /api/password-reset-request/', { body: { email } })).message)
    } catch (error) {
      // The server treats known and unknown addresses alike, so a refusal with status 400 counts as success
      // (A2).
      if (!isCallFailed(error) || error.status !== 400) throw error
      setSentMessage(RESET.requested)
    }
    setFirstEmail(email)
    setSentAgain(step === 'code')
    goToStep('code')
  }, requestErrors)
}

/** Leads back to the step of the email, for a person who mistyped it. */
const changeEmail = ({ form, firstEmail, setOtp, goToStep }: Steps, onEmail: RecoveryProps['onEmail']) => {
  if (form.busy) return
  form.clear()
  setOtp('')
  onEmail(firstEmail)
  goToStep('email')
  requestAnimationFrame(() => document.getElementById('code-email')?.focus())
}

const checkCode = ({ form, firstEmail, setCodeAsked, otp, captcha, goToStep }: Steps) => {
  if (form.busy) return
  if (!otp.trim()) return form.show([{ field: 'code-otp', sentence: RESET.code }])
  setCodeAsked(false)
  void form.send(
    async () => {
      await call('POST /api/verify-otp/', { body: { email: firstEmail, otp, ...captcha.bodyPart } })
      goToStep('password')
    },
    (error) => {
      const refusal = refusalOf(error)
      captcha.afterRefusal(refusal)
      return [
        {
          // If the refusal requires a captcha, the code itself may be right.
          field: refusal.recaptchaToken ? undefined : 'code-otp',
          sentence: codeFailure(refusal),
        },
      ]
    },
  )
}

/** The errors of a refused new password. Leads back to the step of the code if the code is not valid. */
const errorsOfUpdate = ({ captcha, setStep }: Steps, error: unknown): FieldError[] => {
  const refusal = refusalOf(error)
  const isUnanswered = isCallFailed(error) && error.status === 0
  const sentence = updateFailure(refusal, isUnanswered)
  captcha.afterRefusal(refusal)
  // `codes_closed`: too many wrong codes were typed.
  const isCodeWrong = refusal.code === 'wrong_code' || refusal.code === 'codes_closed'
  // `goToStep` would also discard the captcha's token, but `afterRefusal` has done that.
  if (isCodeWrong) setStep('code')
  if (refusal.new_password) return [{ field: 'code-new-password', sentence }]
  return [{ field: isCodeWrong ? 'code-otp' : undefined, sentence }]
}

const updatePassword = (steps: Steps, onDone: RecoveryProps['onDone']) => {
  const { form, firstEmail, otp, captcha, passwords } = steps
  if (form.busy) return
  const { password, again } = passwords
  const passwordError = resetPasswordError(password)
  const mismatchError = passwordsMatchError(password, again)
  if (passwordError) return form.show([{ field: 'code-new-password', sentence: passwordError }])
  if (mismatchError) return form.show([{ field: 'code-new-password-again', sentence: mismatchError }])
  void form.send(
    async () => {
      const body = { email: firstEmail, otp, new_password: password, ...captcha.bodyPart }
      const { message } = await call('POST /api/update-password/', { body })
      onDone(message || RESET.updated)
    },
    (error) => errorsOfUpdate(steps, error),
  )
}

/** The three steps of the recovery by an emailed code, and the call of each. */
export function useRecoveryByCode({ email, onEmail, onDone }: RecoveryProps) {
  const steps = useSteps()
  const { form, passwords, step, goToStep, firstEmail, setFirstEmail } = steps
  const { sentMessage, isCodeAsked, isSentAgain, otp, setOtp, changePasswords, captcha } = steps
  return {
    ...form,
    ...passwords,
    step,
    goToStep,
    firstEmail,
    setFirstEmail,
    sentMessage,
    isCodeAsked,
    isSentAgain,
    otp,
    setOtp,
    changePasswords,
    captcha,
    requestCode: () => requestCode(steps, email),
    requestNewCode: () => requestCode(steps, firstEmail),
    changeEmail: () => changeEmail(steps, onEmail),
    checkCode: () => checkCode(steps),
    updatePassword: () => updatePassword(steps, onDone),
  }
}
