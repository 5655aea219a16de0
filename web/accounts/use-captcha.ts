import { useState } from 'react'
import type { RefusalBody } from '#contract/refusals.ts'

/**
 * The captcha of a form that needs none at first. After some wrong tries, the server requires one (T3, T4,
 * A4). A solved captcha is valid for one try.
 */
export function useCaptcha() {
  const [isRequired, setIsRequired] = useState(false)
  const [token, setToken] = useState<string>()
  return {
    isRequired,
    isMissing: isRequired && !token,
    setToken,
    /** The part of a call's body that holds the token of the captcha. */
    bodyPart: token ? { recaptchaToken: token } : {},
    /** Call this after the server refused a try, because the token of the captcha is then used up. */
    afterRefusal(refusal: Partial<RefusalBody>) {
      setToken(undefined)
      if (refusal.recaptchaToken) setIsRequired(true)
    },
    /** Discards the captcha's token before another step of the form, where it is not valid. */
    discardToken: () => setToken(undefined),
    /** Hides the captcha for the next step of the form, until the server requires one there too. */
    clearRequirement() {
      setIsRequired(false)
      setToken(undefined)
    },
  }
}
