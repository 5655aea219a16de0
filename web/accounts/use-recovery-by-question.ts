import { useState } from 'react'
import { RESET, SECURITY } from '#contract/accounts/words.ts'
import { LOGIN } from '#contract/accounts/login-words.ts'
import { passwordsMatchError, resetPasswordError } from '#contract/accounts/passwords.ts'
import { call, firstOf } from '../api.ts'
import { type CallFailed, isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'
import { useSending } from '../form/use-sending.ts'
import { codeFailure, lookUpFailure, resetFailure } from './recovery-failures.ts'
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

/** The state of both steps: the question, what is typed, the captcha and the sending. */
function useSteps() {
  // The person's security question; undefined until the server has found the email address.
  const [question, setQuestion] = useState<string>()
  // The address whose question it is. The field of the address may change later, in the other tab.
  const [firstEmail, setFirstEmail] = useState('')
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [isNotFound, setIsNotFound] = useState(false)
  // The sentence that a code was emailed; undefined while the server does not require a code.
  const [sentMessage, setSentMessage] = useState<string>()
  const captcha = useCaptcha()
  const form = useSending()
  const changeTyped = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  return {
    question,
    setQuestion,
    firstEmail,
    setFirstEmail,
    typed,
    setTyped,
    changeTyped,
    isNotFound,
    setIsNotFound,
    sentMessage,
    setSentMessage,
    captcha,
    form,
  }
}
type Steps = ReturnType<typeof useSteps>

/** The errors of a look-up of the question that failed. */
const errorsOfLookUp = ({ captcha, setIsNotFound }: Steps, error: unknown): FieldError[] => {
  if (!isCallFailed(error) || error.status === 0) return [{ sentence: SECURITY.network }]
  setIsNotFound(error.status === 404)
  // After a few tries, a refusal has the key `recaptchaToken`: the server requires a captcha first (A4).
  if (error.body.recaptchaToken) captcha.afterRefusal(error.body)
  return [{ sentence: lookUpFailure(error) }]
}

const lookUpQuestion = (steps: Steps, email: string) => {
  const { form, captcha, setIsNotFound, setQuestion, setFirstEmail } = steps
  if (form.busy) return
  setIsNotFound(false)
  if (!email.trim()) return form.show([{ field: 'question-email', sentence: LOGIN.email }])
  void form.send(
    async () => {
      const reply = await call('POST /api/security/question/', { body: { email, ...captcha.bodyPart } })
      setQuestion(reply.question)
      setFirstEmail(email)
      captcha.clearRequirement()
    },
    (error) => errorsOfLookUp(steps, error),
  )
}

/** Leads back to the step of the email, for a person who mistyped it. */
const changeEmail = (steps: Steps, onEmail: RecoveryProps['onEmail']) => {
  const { form, firstEmail, setQuestion, setTyped, setSentMessage, captcha } = steps
  if (form.busy) return
  form.clear()
  setTyped(NOTHING_TYPED)
  setSentMessage(undefined)
  captcha.clearRequirement()
  onEmail(firstEmail)
  setQuestion(undefined)
  requestAnimationFrame(() => document.getElementById('question-email')?.focus())
}

/** The errors that the page finds before the reset is sent, in the order of its fields. */
const errorsBeforeReset = ({ answer, password, again, otp }: Typed, needsCode: boolean): FieldError[] =>
  (
    [
      ['answer', answer.trim() ? undefined : SECURITY.answer],
      ['question-otp', !needsCode || otp.trim() ? undefined : RESET.code],
      ['new-password', resetPasswordError(password)],
      ['new-password-again', passwordsMatchError(password, again)],
    ] as const
  ).flatMap(([field, sentence]) => (sentence ? [{ field, sentence }] : []))

/** The error to show for a refused password reset. `codes_closed`: too many wrong codes were typed. */
const errorOfRefusedReset = ({ body }: CallFailed): FieldError => {
  if (body.code === 'wrong_code' || body.code === 'codes_closed')
    return { field: 'question-otp', sentence: codeFailure(body) }
  const sentence = resetFailure(body)
  if (body.new_password) return { field: 'new-password', sentence }
  return { field: body.code === 'wrong_answer' ? 'answer' : undefined, sentence }
}

/** The errors of a password reset that failed. Shows the field of the code if the server requires a code. */
const errorsOfReset = ({ captcha, setSentMessage }: Steps, error: unknown): FieldError[] => {
  if (!isCallFailed(error)) return [{ sentence: SECURITY.broke }]
  if (error.status === 0) return [{ sentence: SECURITY.network }]
  captcha.afterRefusal(error.body)
  if (error.body.code !== 'code_required') return [errorOfRefusedReset(error)]
  // This operator requires the emailed code as well as the answer (C3). The refusal makes the field of the
  // code appear.
  setSentMessage(firstOf(error.body, ['otp']) ?? RESET.codeToo)
  return []
}

const resetPassword = (steps: Steps, onDone: RecoveryProps['onDone']) => {
  const { form, firstEmail, typed, captcha, sentMessage } = steps
  if (form.busy) return
  const errors = errorsBeforeReset(typed, sentMessage !== undefined)
  if (errors.length > 0) return form.show(errors)
  const { answer, password: new_password, otp } = typed
  void form.send(
    async () => {
      const { message } = await call('POST /api/security/reset/', {
        body: {
          email: firstEmail,
          answer,
          new_password,
          ...(sentMessage ? { otp } : {}),
          ...captcha.bodyPart,
        },
      })
      onDone(message || RESET.updated)
    },
    (error) => errorsOfReset(steps, error),
  )
}

/** The state of a recovery by security question: its two steps, and the call of each step. */
export function useRecoveryByQuestion({ email, onEmail, onDone }: RecoveryProps) {
  const steps = useSteps()
  const { form, question, setQuestion, firstEmail, setFirstEmail } = steps
  const { typed, changeTyped, isNotFound, sentMessage, captcha } = steps
  return {
    ...form,
    question,
    setQuestion,
    firstEmail,
    setFirstEmail,
    typed,
    changeTyped,
    isNotFound,
    sentMessage,
    captcha,
    lookUp: () => lookUpQuestion(steps, email),
    changeEmail: () => changeEmail(steps, onEmail),
    reset: () => resetPassword(steps, onDone),
  }
}
