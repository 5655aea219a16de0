import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

// The call for the captcha of the forms that anyone may send.

export const CAPTCHA_PROVIDERS = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

/**
 * Which captcha the page shows. For the self-hosted proof of work (`altcha`), also a new challenge to solve.
 */
const getCaptcha = endpoint({
  method: 'GET',
  path: '/api/captcha/',
  summary: 'The captcha in use, with a new challenge if it is our own captcha',
  allowedFor: 'anyone',
  rateLimit: 'captcha',
  loadClass: 'login',
  reply: z.object({
    provider: z.enum(CAPTCHA_PROVIDERS),
    /** The public key of this portal at the provider. */
    site_key: z.string(),
    /** What the solver of the proof of work takes; absent with other providers. */
    challenge: z.optional(z.record(z.string(), z.unknown())),
  }),
})

export const captchaEndpoints = {
  'GET /api/captcha/': getCaptcha,
}
