import { useState } from 'react'
import type { RefusalBody } from '#contract/refusals.ts'

/** T3, T4, A4: after some wrong tries the server first requires a captcha, which is valid for one try. */
export function useCaptcha() {
  const [isRequired, setIsRequired] = useState(false)
  const [token, setToken] = useState<string>()
  return {
    isRequired,
    isMissing: isRequired && !token,
    setToken,
    /** The part of a call's body that proves it. */
    bodyPart: token ? { recaptchaToken: token } : {},
    /** After a try that was refused. */
    afterRefusal(refusal: Partial<RefusalBody>) {
      setToken(undefined)
      if (refusal.recaptchaToken) setIsRequired(true)
    },
    discardToken: () => setToken(undefined),
    notRequiredAnyMore() {
      setIsRequired(false)
      setToken(undefined)
    },
  }
}
