import { useState } from 'react'
import type { RefusalBody } from '#contract/refusals.ts'

/**
 * The captcha of a form that needs none at first. After some wrong tries the server requires one (T3, T4,
 * A4). Each solved captcha is valid for one try.
 */
export function useCaptcha() {
  const [isRequired, setIsRequired] = useState(false)
  const [token, setToken] = useState<string>()
  return {
    isRequired,
    isMissing: isRequired && !token,
    setToken,
    /** The part of a call's body that holds the token. */
    bodyPart: token ? { recaptchaToken: token } : {},
    /** Call this after a refused try: its token is used up. */
    afterRefusal(refusal: Partial<RefusalBody>) {
      setToken(undefined)
      if (refusal.recaptchaToken) setIsRequired(true)
    },
    /** For another step, where the token is not valid. */
    discardToken: () => setToken(undefined),
    /** For the next step, until the server requires a captcha there too. */
    clearRequirement() {
      setIsRequired(false)
      setToken(undefined)
    },
  }
}
