import { resolve } from 'node:path'
import { assistantSettings } from './assistant-settings.ts'
import { bucketAt, environment } from './config-variables.ts'
import { isLoopbackHost } from './private-networks.ts'

const SITEVERIFY = {
  altcha: '',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

/** An unusable configuration: its message is the one sentence the operator reads. */
export class ConfigError extends Error {}

/**
 * The configuration of this process. The only reader of the environment.
 * @throws ConfigError with one sentence when a value is unusable or two contradict each other.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const settings = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(settings)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  const values = parsed.data
  if (values.CAPTCHA_PROVIDER !== 'altcha' && !(values.CAPTCHA_SITE_KEY && values.CAPTCHA_SECRET)) {
    throw new ConfigError(
      `CAPTCHA_PROVIDER is ${values.CAPTCHA_PROVIDER}, which needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET.`,
    )
  }
  const unused = (['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL'] as const).find(
    (name) => values[name],
  )
  if (values.CAPTCHA_PROVIDER === 'altcha' && unused) {
    throw new ConfigError(`${unused} is set, but CAPTCHA_PROVIDER is altcha, which has no use for it.`)
  }
  if (values.SMTP_URL && !values.MAIL_FROM) {
    throw new ConfigError('SMTP_URL is set, so MAIL_FROM must say which address the emails come from.')
  }
  if (values.SMTP_URL && !values.PUBLIC_URL) {
    throw new ConfigError('SMTP_URL is set, so PUBLIC_URL must say where the links in the emails lead.')
  }
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin
  if (!values.SMTP_URL && !isLoopbackHost(new URL(publicUrl).host)) {
    throw new ConfigError(
      'PUBLIC_URL is open to others, so SMTP_URL must name the mail server that sends the emails.',
    )
  }
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_OWNER_URL is set, so DATABASE_URL must name the user that the portal reads and writes as.',
    )
  }
  if (values.STORAGE_URL && !(values.AWS_ACCESS_KEY_ID && values.AWS_SECRET_ACCESS_KEY)) {
    throw new ConfigError(
      'STORAGE_URL is set, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must give the key of the bucket.',
    )
  }
  const assistant = assistantSettings(values)
  if ('fault' in assistant) throw new ConfigError(assistant.fault)
  const bucket = values.STORAGE_URL === undefined ? undefined : bucketAt(values.STORAGE_URL)
  return {
    /** Compiles pages when they are requested: `npm run dev`. */
    development: values.NODE_ENV === 'development',
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    /** True when the operator set it: then other host names are refused (T36). */
    publicUrlGiven: values.PUBLIC_URL !== undefined,
    /** Cookies are Secure and carry the __Host- prefix. */
    secure: publicUrl.startsWith('https:'),
    /** Where the portal submits to itself, to know whether others can; when undefined, where it listens. */
    probeUrl:
      values.PROBE_URL === 'off'
        ? ('off' as const)
        : values.PROBE_URL
          ? new URL(values.PROBE_URL).origin
          : values.PUBLIC_URL
            ? publicUrl
            : undefined,
    dataDir: resolve(values.DATA_DIR),
    /** The commission's signing key, when it is not stored in `dataDir`. */
    receiptKeyFile: values.RECEIPT_KEY_FILE === undefined ? undefined : resolve(values.RECEIPT_KEY_FILE),
    databaseUrl: values.DATABASE_URL,
    /** The owner who migrates, when that is not the role that reads and writes (T19). */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    /** Where files are stored when it is not the folder below `dataDir`. */
    bucket: bucket && {
      ...bucket,
      accessKeyId: values.AWS_ACCESS_KEY_ID,
      secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
      sessionToken: values.AWS_SESSION_TOKEN,
    },
    /** The virus scanner's socket; without it the structure of a file alone decides (T14). */
    clamdUrl: values.CLAMD_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.ORG_ACRONYM} Jobs <jobs@localhost>`,
    captcha: {
      provider: values.CAPTCHA_PROVIDER,
      siteKey: values.CAPTCHA_SITE_KEY,
      secret: values.CAPTCHA_SECRET,
      verifyUrl: values.CAPTCHA_VERIFY_URL ?? SITEVERIFY[values.CAPTCHA_PROVIDER],
    },
    /** C2: `uniform` hides who has an account in the two places where the specification reveals it. */
    accountLookUp: values.ACCOUNT_LOOKUP,
    /** C3: `email` requires an emailed code besides the answer to the security question. */
    resetStepUp: values.RESET_STEP_UP,
    /** How long after the deadline a submit that reached us before it is still accepted, with a ticket. */
    ticketGraceMs: values.TICKET_GRACE_HOURS * 3_600_000,
    /** N2: outside services that may write the assistant's answers; none unless the operator names them. */
    assistant,
    /** Addresses or networks whose X-Forwarded-For is trusted. */
    trustProxy: values.TRUST_PROXY,
    /** Multiplies the allowances of `contract/allowances.ts`. */
    allowanceFactors: {
      perAccount: values.ACCOUNT_ALLOWANCE_FACTOR,
      perNetwork: values.NETWORK_ALLOWANCE_FACTOR,
    },
    /** Calls processed at once; the others wait or are shed. */
    callsAtOnce: values.CALLS_AT_ONCE,
    /** Connections at once; above that, the one idle for longest is closed. */
    maxSockets: values.MAX_SOCKETS,
    organisation: {
      name: values.ORG_NAME,
      acronym: values.ORG_ACRONYM,
      website: values.ORG_WEBSITE,
      address: values.ORG_ADDRESS,
      hours: values.ORG_HOURS,
      phone: values.ORG_PHONE,
      email: values.ORG_EMAIL,
      facebook: values.ORG_FACEBOOK,
      x: values.ORG_X,
      youtube: values.ORG_YOUTUBE,
      confirmed: Object.keys(settings).some((key) => key.startsWith('ORG_')),
    },
  }
}

export type Config = ReturnType<typeof readConfig>
