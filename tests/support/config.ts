import { type Config, readConfig } from '../../server/config.ts'

const NOBODY_LISTENS = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'IEBC Jobs <jobs@localhost>' }

/**
 * A configuration that writes emails to files in the data folder, even when the portal's address is public.
 */
export const configKeepingMail = (settings: Record<string, string>): Config => {
  // Fix the number of cores, so that limits do not depend on the machine that runs the tests.
  const env = { WORKERS: '1', ...settings }
  // Without SMTP_URL, emails are written to files. But `readConfig` refuses a public PUBLIC_URL without
  // SMTP_URL. So it gets a mail server here, which is then removed from its result.
  return settings.SMTP_URL || !settings.PUBLIC_URL
    ? readConfig(env)
    : { ...readConfig({ ...env, ...NOBODY_LISTENS }), smtpUrl: undefined }
}
