import { subjects } from '../accounts/emails.ts'
import { answer, type Route } from '../endpoints/serve.ts'

export const siteRoutes: Route[] = [
  // The public site settings. The mail relay and its password stay on the server, so their fields are empty
  // (A1, C1).
  answer('GET /api/email-config/', async (deps) => {
    const { verification, passwordReset, applicationConfirmation } = subjects(deps)
    return {
      host: '' as const,
      port: 0 as const,
      username: '' as const,
      password: '' as const,
      use_tls: deps.config.smtpUrl?.startsWith('smtps:') ?? false,
      from_email: deps.config.mailFrom,
      verification_subject: verification,
      password_reset_subject: passwordReset,
      application_confirmation_subject: applicationConfirmation,
    }
  }),
  answer('GET /api/site/', async ({ config, now }) => ({
    organisation: config.organisation,
    public_url: config.publicUrl,
    captcha_provider: config.captcha.provider,
    server_time: now().toISOString(),
    ticket_hours: config.ticketGraceMs / 3_600_000,
    kiswahili_approved: config.kiswahiliApproved,
  })),
]
