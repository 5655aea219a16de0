import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { normaliseRegistration } from '#contract/accounts/registration-rules.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { useSending } from '../form/use-sending.ts'
import { type LineWait, lineWaitAfter } from '../line/line-wait.ts'
import { PARTS, partNumberOf } from './registration-fields.ts'
import { registrationFailure } from './registration-failure.ts'
import { forgetStoredAnswers } from './stored-registration.ts'
import type { RegistrationParts } from './use-registration-parts.ts'

const isFieldOfForm = (name: string) => partNumberOf(name) > 0
/** For each field of the form, the first sentence that a refusal has. */
const fieldErrorsOf = (refusal: object) =>
  Object.fromEntries(
    Object.entries(refusal).flatMap(([field, sentences]) =>
      isFieldOfForm(field) && Array.isArray(sentences) ? [[field, String(sentences[0] ?? '')]] : [],
    ),
  )

/** The token of the solved captcha. `attempt` is the captcha's key on the page: a new one resets it. */
function useCaptchaToken() {
  const [captchaToken, setCaptchaToken] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const startNewCaptcha = () => {
    setCaptchaToken(undefined)
    setAttempt((before) => before + 1)
  }
  return { captchaToken, setCaptchaToken, attempt, startNewCaptcha }
}

/**
 * Creates the account: the captcha, the call, the wait in line (T27), and the result.
 * Long: the call, the captcha and the wait in line set each other's state.
 */
export function useCreateAccount(form: RegistrationParts) {
  const { partNumber, registration, goToPart, goToPartWithError } = form
  const { captchaToken, setCaptchaToken, attempt, startNewCaptcha } = useCaptchaToken()
  const [createdMessage, setCreatedMessage] = useState<string>()
  const [failureMessage, setFailureMessage] = useState<string>()
  const [lineWait, setLineWait] = useState<LineWait>()
  // True from the person's turn in the line until the form is sent, once a new captcha is solved.
  const [isMyTurn, setMyTurn] = useState(false)
  const { busy, send } = useSending((error) => {
    // The wait in line that the server asks for; undefined if the error has another cause.
    const newWait = lineWaitAfter(error, lineWait)
    setLineWait(newWait)
    // While the person waits in line, the server has not checked the captcha yet. So its token stays valid.
    if (newWait) return undefined
    const refusal = isCallFailed(error) && error.status > 0 ? error.body : undefined
    registration.showServerErrors(fieldErrorsOf(refusal ?? {}))
    setFailureMessage(registrationFailure(refusal))
    // The captcha is reset after each attempt (S1 §4). The dialog and the fields show the errors, so nothing
    // is returned for the summary.
    startNewCaptcha()
  })
  const create = () => {
    if (busy || !captchaToken) return
    setMyTurn(false)
    // If a part has an error, that part opens and nothing is sent.
    if (goToPartWithError()) {
      // If the person's turn in the line has come, they correct the part and send the form by hand.
      setLineWait(undefined)
      return
    }
    const { confirm_password: _, ...answers } = registration.answers
    const body = normaliseRegistration({ ...answers, recaptchaToken: captchaToken })
    void send(async () => {
      const { message } = await call('POST /api/register/', { body })
      forgetStoredAnswers()
      setCreatedMessage(message)
    })
  }
  // The captcha may expire during the wait in line. At the person's turn, a new one is solved and then the
  // form is sent.
  const takeTurn = () => {
    startNewCaptcha()
    setMyTurn(true)
    // Only the last part has the captcha, and the person may be at another part.
    if (partNumber < PARTS.length) void goToPart(PARTS.length)
  }
  const leaveLine = () => {
    setLineWait(undefined)
    setMyTurn(false)
  }
  const createAtTurn = useEffectEvent(create)
  useEffect(() => {
    if (isMyTurn && captchaToken) createAtTurn()
  }, [isMyTurn, captchaToken])
  return {
    captchaToken,
    setCaptchaToken,
    attempt,
    createdMessage,
    failureMessage,
    lineWait,
    busy,
    takeTurn,
    leaveLine,
    submit: (event: FormEvent) => {
      event.preventDefault()
      create()
    },
    closeFailure: () => {
      setFailureMessage(undefined)
      goToPartWithError()
    },
  }
}
export type CreateAccount = ReturnType<typeof useCreateAccount>
