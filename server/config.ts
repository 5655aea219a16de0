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
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  const it = parsed.data
  if (it.CAPTCHA_PROVIDER !== 'altcha' && !(it.CAPTCHA_SITE_KEY && it.CAPTCHA_SECRET)) {
    throw new ConfigError(
      `CAPTCHA_PROVIDER is ${it.CAPTCHA_PROVIDER}, which needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET.`,
    )
  }
  const unused = (['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL'] as const).find(
    (name) => it[name],
  )
  if (it.CAPTCHA_PROVIDER === 'altcha' && unused) {
    throw new ConfigError(`${unused} is set, but CAPTCHA_PROVIDER is altcha, which has no use for it.`)
  }
  if (it.SMTP_URL && !it.MAIL_FROM) {
    throw new ConfigError('SMTP_URL is set, so MAIL_FROM must say which address the emails come from.')
  }
  if (it.SMTP_URL && !it.PUBLIC_URL) {
    throw new ConfigError('SMTP_URL is set, so PUBLIC_URL must say where the links in the emails lead.')
  }
  const publicUrl = new URL(it.PUBLIC_URL ?? `http://localhost:${it.PORT}`).origin
  if (!it.SMTP_URL && !isLoopbackHost(new URL(publicUrl).host)) {
    throw new ConfigError(
      'PUBLIC_URL is open to others, so SMTP_URL must name the mail server that sends the emails.',
    )
  }
  if (it.DATABASE_OWNER_URL && !it.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_OWNER_URL is set, so DATABASE_URL must name the user that the portal reads and writes as.',
    )
  }
  if (it.STORAGE_URL && !(it.AWS_ACCESS_KEY_ID && it.AWS_SECRET_ACCESS_KEY)) {
    throw new ConfigError(
      'STORAGE_URL is set, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must give the key of the bucket.',
    )
  }
  const assistant = assistantSettings(it)
  if ('fault' in assistant) throw new ConfigError(assistant.fault)
  const bucket = it.STORAGE_URL === undefined ? undefined : bucketAt(it.STORAGE_URL)
  return {
    /** Compiles pages when they are requested: `npm run dev`. */
    development: it.NODE_ENV === 'development',
    port: it.PORT,
    host: it.HOST,
    publicUrl,
    /** True when the operator set it: then other host names are refused (T36). */
    publicUrlGiven: it.PUBLIC_URL !== undefined,
    /** Cookies are Secure and carry the __Host- prefix. */
    secure: publicUrl.startsWith('https:'),
    /** Where the portal submits to itself, to know whether others can; when undefined, where it listens. */
    probeUrl:
      it.PROBE_URL === 'off'
        ? ('off' as const)
        : it.PROBE_URL
          ? new URL(it.PROBE_URL).origin
          : it.PUBLIC_URL
            ? publicUrl
            : undefined,
    dataDir: resolve(it.DATA_DIR),
    /** The commission's signing key, when it is not stored in `dataDir`. */
    receiptKeyFile: it.RECEIPT_KEY_FILE === undefined ? undefined : resolve(it.RECEIPT_KEY_FILE),
    databaseUrl: it.DATABASE_URL,
    /** The owner who migrates, when that is not the role that reads and writes (T19). */
    databaseOwnerUrl: it.DATABASE_OWNER_URL,
    /** Where files are stored when it is not the folder below `dataDir`. */
    bucket: bucket && {
      ...bucket,
      accessKeyId: it.AWS_ACCESS_KEY_ID,
      secretAccessKey: it.AWS_SECRET_ACCESS_KEY,
      sessionToken: it.AWS_SESSION_TOKEN,
    },
    /** The virus scanner's socket; without it the structure of a file alone decides (T14). */
    clamdUrl: it.CLAMD_URL,
    smtpUrl: it.SMTP_URL,
    mailFrom: it.MAIL_FROM ?? `${it.ORG_ACRONYM} Jobs <jobs@localhost>`,
    captcha: {
      provider: it.CAPTCHA_PROVIDER,
      siteKey: it.CAPTCHA_SITE_KEY,
      secret: it.CAPTCHA_SECRET,
      verifyUrl: it.CAPTCHA_VERIFY_URL ?? SITEVERIFY[it.CAPTCHA_PROVIDER],
    },
    /** C2: `uniform` hides who has an account in the two places where the specification reveals it. */
    accountLookUp: it.ACCOUNT_LOOKUP,
    /** C3: `email` requires an emailed code besides the answer to the security question. */
    resetStepUp: it.RESET_STEP_UP,
    /** How long after the deadline a submit that reached us before it is still accepted, with a ticket. */
    ticketGraceMs: it.TICKET_GRACE_HOURS * 3_600_000,
    /** N2: outside services that may write the assistant's answers; none unless the operator names them. */
    assistant,
    /** Addresses or networks whose X-Forwarded-For is trusted. */
    trustProxy: it.TRUST_PROXY,
    /** Multiplies the allowances of `contract/allowances.ts`. */
    allowanceFactors: { perAccount: it.ACCOUNT_ALLOWANCE_FACTOR, perNetwork: it.NETWORK_ALLOWANCE_FACTOR },
    /** Calls processed at once; the others wait or are shed. */
    callsAtOnce: it.CALLS_AT_ONCE,
    /** Connections at once; above that, the one idle for longest is closed. */
    maxSockets: it.MAX_SOCKETS,
    organisation: {
      name: it.ORG_NAME,
      acronym: it.ORG_ACRONYM,
      website: it.ORG_WEBSITE,
      address: it.ORG_ADDRESS,
      hours: it.ORG_HOURS,
      phone: it.ORG_PHONE,
      email: it.ORG_EMAIL,
      facebook: it.ORG_FACEBOOK,
      x: it.ORG_X,
      youtube: it.ORG_YOUTUBE,
      confirmed: Object.keys(given).some((key) => key.startsWith('ORG_')),
    },
  }
}

export type Config = ReturnType<typeof readConfig>
