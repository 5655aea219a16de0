import * as z from 'zod/mini'
import { CAPTCHA_PROVIDERS } from '../captcha/endpoints.ts'
import { endpoint } from '../endpoint.ts'

// The calls that say who runs this portal, and from which address it sends emails.

/**
 * The path and the keys are those of the specification (A1, C1). Host, user name and password are empty and
 * the port is 0, because the call is public.
 */
const getEmailConfig = endpoint({
  method: 'GET',
  path: '/api/email-config/',
  summary: 'The sender and the subjects of emails, without the mail server and its password',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  reply: z.object({
    host: z.literal(''),
    port: z.literal(0),
    username: z.literal(''),
    password: z.literal(''),
    use_tls: z.boolean(),
    from_email: z.string(),
    verification_subject: z.string(),
    password_reset_subject: z.string(),
    application_confirmation_subject: z.string(),
  }),
  publicCacheSeconds: 300,
})

/** The organisation that runs this portal, from the settings ORG_*. */
const organisation = z.object({
  name: z.string(),
  acronym: z.string(),
  website: z.string(),
  address: z.string(),
  hours: z.string(),
  phone: z.string(),
  email: z.string(),
  facebook: z.string(),
  x: z.string(),
  youtube: z.string(),
  /** False until the operator sets ORG_*. Until then, pages say that this is a self-hosted installation. */
  confirmed: z.boolean(),
})
export type Organisation = z.output<typeof organisation>

const getSite = endpoint({
  method: 'GET',
  path: '/api/site/',
  summary: 'Who runs this portal and how to reach them',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  reply: z.object({
    organisation,
    public_url: z.string(),
    captcha_provider: z.enum(CAPTCHA_PROVIDERS),
    server_time: z.string(),
    /** For how many hours after a deadline a submit with a ticket is accepted. */
    ticket_hours: z.number(),
    /** False until a native speaker has approved the Kiswahili texts. The language switch says so. */
    kiswahili_approved: z.boolean(),
  }),
  publicCacheSeconds: 30,
})

export const siteEndpoints = {
  'GET /api/email-config/': getEmailConfig,
  'GET /api/site/': getSite,
}
