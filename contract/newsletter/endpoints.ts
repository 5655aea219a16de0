import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { emailError } from '../accounts/registration-rules.ts'
import { message, text } from '../wire.ts'

// The calls with which anyone subscribes to emails about new jobs, confirms the address, and unsubscribes.

/** Sentences about the newsletter. An address gets emails only after its owner has confirmed it (J13). */
export const NEWSLETTER = {
  asked: 'Please open the email we have just sent you and press the link in it.',
  confirmed: 'You are on the list. You will get one email when a job is posted.',
  stopped: 'You are off the list. You will get no more emails about new jobs.',
  linkInvalid:
    'This link does not work. To get a new link, type your email address in the box at the foot of the page.',
  stopInvalid: 'This link does not work. Use the link in the newest email, or write to us.',
} as const

/** The longest address that email allows. */
const MAX_EMAIL_LENGTH = 254

/** The signed token of a link in an email. It names the subscriber, so no login is needed. */
const token = z.object({ token: z.string().check(z.maxLength(200)) })

const askForNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/',
  summary: 'Ask for an email about each new job; the answer is the same for every address',
  allowedFor: 'anyone',
  rateLimit: 'mail',
  loadClass: 'public',
  body: z.object({ email: text(MAX_EMAIL_LENGTH) }),
  fieldErrors: (input): FieldErrors => {
    const error = emailError(input.email)
    return error ? { email: error } : {}
  },
  reply: message,
})

const confirmNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm/{token}/',
  summary: 'Confirm the address (double opt-in)',
  allowedFor: 'anyone',
  rateLimit: 'account',
  loadClass: 'public',
  params: token,
  reply: message,
})

/** Unsubscribes with one click, also by the email header List-Unsubscribe (RFC 8058). */
const stopNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/stop/{token}/',
  summary: 'Stop the emails',
  allowedFor: 'anyone',
  rateLimit: 'account',
  loadClass: 'public',
  params: token,
  reply: message,
})

export const newsletterEndpoints = {
  'POST /api/newsletter/': askForNewsletter,
  'POST /api/newsletter/confirm/{token}/': confirmNewsletter,
  'POST /api/newsletter/stop/{token}/': stopNewsletter,
}
