import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

// The call that gives a captcha for the forms that anyone may send.

export const CAPTCHA_PROVIDERS = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

/** Which captcha a page shows. The self-hosted proof of work (`altcha`) also has a new challenge to solve. */
const getCaptcha = endpoint({
  method: 'GET',
  path: '/api/captcha/',
  summary: 'The captcha in use, with a new challenge if it is our own captcha',
  allowedFor: 'anyone',
  rateLimit: 'captcha',
  loadClass: 'login',
  reply: z.object({
    provider: z.enum(CAPTCHA_PROVIDERS),
    /** The key with which the captcha's provider recognises this portal. It is public. */
    site_key: z.string(),
    /** What the browser needs to solve the proof of work; absent with other providers. */
    challenge: z.optional(z.record(z.string(), z.unknown())),
  }),
})

export const captchaEndpoints = {
  'GET /api/captcha/': getCaptcha,
}
