import { type Config, readConfig } from '../../server/config.ts'

const NOBODY_LISTENS = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'IEBC Jobs <jobs@localhost>' }

/** A configuration that writes emails to files in the data folder, also when the address is public. */
export const configKeepingMail = (env: Record<string, string>): Config =>
  env.SMTP_URL || !env.PUBLIC_URL
    ? readConfig(env)
    : { ...readConfig({ ...env, ...NOBODY_LISTENS }), smtpUrl: undefined }
