import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { readLimited } from '../read-limited.ts'

// The response of reCAPTCHA, hCaptcha and Turnstile, which share a format. Values of any type pass here,
// because a parse error would mean that the provider is down. Only `success: true` counts as solved.
const siteverifyAnswer = z.object({
  success: z.optional(z.unknown()),
  'error-codes': z.optional(z.unknown()),
})
const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 10_000

/**
 * Asks the operator's captcha provider whether a captcha is solved. Undefined when the provider cannot be
 * reached or sends an invalid response (T24).
 */
export async function askProvider(
  { config, log }: Deps,
  token: string,
  ip: string,
): Promise<{ isSolved: boolean; isExpired: boolean } | undefined> {
  try {
    const answer = await fetch(config.captcha.verifyUrl, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: new URLSearchParams({ secret: config.captcha.secret, response: token, remoteip: ip }),
    })
    const text = answer.ok ? await readLimited(answer, MAX_ANSWER_BYTES) : undefined
    if (text === undefined) return undefined
    const { success, 'error-codes': codes } = siteverifyAnswer.parse(JSON.parse(text))
    return {
      isSolved: success === true,
      isExpired: Array.isArray(codes) && codes.includes('timeout-or-duplicate'),
    }
  } catch (error) {
    log('warn', 'captcha.provider_away', errorFields(error))
    return undefined
  }
}
