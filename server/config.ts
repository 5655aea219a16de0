import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { CAPTCHA_PROVIDERS } from '#contract/captcha/endpoints.ts'
import { emailError } from '#contract/accounts/registration-rules.ts'
import { assistantSettings, assistantVariables } from './assistant-settings.ts'
import { isLoopbackHost } from './private-networks.ts'

// More at once would only make each of them slower: a call works on a core for five milliseconds, here or in
// the database.
const CALLS_PER_CORE = 8

const SITEVERIFY = {
  altcha: '',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

const words = (otherwise: string) => z._default(z.string(), otherwise)
const url = (protocols: string[], what: string) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
          `must be ${what}`,
        ),
      ),
  )

const isOrigin = (value: string) => {
  const it = URL.parse(value)
  return (
    it !== null &&
    /^https?:$/.test(it.protocol) &&
    it.pathname === '/' &&
    !it.search &&
    !it.hash &&
    !it.username
  )
}
const listed = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const isNetwork = (value: string) => {
  const [ip = '', bits, more] = value.split('/')
  const version = isIP(ip)
  return (
    version > 0 &&
    more === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}

const website = (otherwise: string) =>
  z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => /^https?:/.test(value) && URL.canParse(value),
          'must be an address such as https://www.example.org',
        ),
      ),
    otherwise,
  )
const number = (otherwise: number, isFair: (value: number) => boolean, what: string) =>
  z._default(
    z.pipe(
      z
        .string()
        .check(z.refine((value) => /^[\d.]{1,9}$/.test(value) && isFair(Number(value)), `must be ${what}`)),
      z.transform(Number),
    ),
    otherwise,
  )
const factor = number(1, (value) => value >= 0.1 && value <= 1_000, 'a number from 0.1 to 1000')
const isClamd = (value: string) =>
  /^unix:\/./.test(value) || (value.startsWith('tcp://') && Number(URL.parse(value)?.port) > 0)

/** `s3://bucket/prefix?region=..&endpoint=..` in its parts; undefined when it has another form. */
const bucketAt = (value: string) => {
  const it = URL.parse(value)
  if (it?.protocol !== 's3:' || !/^[\w.-]{3,63}$/.test(it.hostname) || it.username || it.hash)
    return undefined
  const { region, endpoint, ...more } = Object.fromEntries(it.searchParams)
  const prefix = it.pathname.replace(/^\/|\/$/g, '')
  if (
    Object.keys(more).length > 0 ||
    !/^[\w.\-/]*$/.test(prefix) ||
    (endpoint ? !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '') : !region)
  )
    return undefined
  return { bucket: it.hostname, prefix: prefix ? `${prefix}/` : '', region: region ?? 'us-east-1', endpoint }
}

const environment = z.object({
  NODE_ENV: words('production'),
  PORT: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
            'must be a number from 0 to 65535',
          ),
        ),
      z.transform(Number),
    ),
    3000,
  ),
  HOST: words('127.0.0.1'),
  PUBLIC_URL: z.optional(
    z
      .string()
      .check(z.refine(isOrigin, 'must be an address such as https://jobs.example.org, without a path')),
  ),
  PROBE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => value === 'off' || isOrigin(value),
          'must be off, or an address such as https://jobs.example.org',
        ),
      ),
  ),
  DATA_DIR: words('./data'),
  RECEIPT_KEY_FILE: z.optional(z.string()),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'an address such as postgresql://user:password@host/database',
  ),
  DATABASE_OWNER_URL: url(
    ['postgres:', 'postgresql:'],
    'an address such as postgresql://owner:password@host/database',
  ),
  STORAGE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => bucketAt(value) !== undefined,
          'must be s3://bucket/prefix?region=… or s3://bucket/prefix?endpoint=https://…',
        ),
      ),
  ),
  AWS_ACCESS_KEY_ID: words(''),
  AWS_SECRET_ACCESS_KEY: words(''),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  CLAMD_URL: z.optional(
    z.string().check(z.refine(isClamd, 'must be unix:/path/of/the/socket or tcp://host:port')),
  ),
  SMTP_URL: url(['smtp:', 'smtps:'], 'an address such as smtps://user:password@mail.example.org'),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^(?:[^<>@,;\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
          'must be an address such as Jobs <jobs@example.org>',
        ),
      ),
  ),
  CAPTCHA_PROVIDER: z._default(
    z.enum(CAPTCHA_PROVIDERS, `must be one of ${CAPTCHA_PROVIDERS.join(', ')}`),
    'altcha',
  ),
  CAPTCHA_SITE_KEY: words(''),
  CAPTCHA_SECRET: words(''),
  CAPTCHA_VERIFY_URL: url(['http:', 'https:'], "the address of the provider's siteverify call"),
  ACCOUNT_LOOKUP: z._default(z.enum(['specified', 'uniform'], 'must be specified or uniform'), 'specified'),
  TICKET_GRACE_HOURS: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => /^\d{1,2}$/.test(value) && Number(value) <= 24,
            'must be a number of hours from 0 to 24',
          ),
        ),
      z.transform(Number),
    ),
    2,
  ),
  RESET_STEP_UP: z._default(
    z.enum(['off', 'unknown-device', 'email'], 'must be off, unknown-device or email'),
    'off',
  ),
  TRUST_PROXY: z._default(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform(listed),
        z.array(
          z
            .string()
            .check(z.refine(isNetwork, 'must name addresses or networks such as 127.0.0.1, 10.0.0.0/8')),
        ),
      ),
    ),
    [],
  ),
  ACCOUNT_ALLOWANCE_FACTOR: factor,
  NETWORK_ALLOWANCE_FACTOR: factor,
  CALLS_AT_ONCE: number(
    CALLS_PER_CORE * availableParallelism(),
    (value) => Number.isInteger(value) && value >= 8 && value <= 1_024,
    'a whole number from 8 to 1024',
  ),
  MAX_SOCKETS: number(
    16_384,
    (value) => Number.isInteger(value) && value >= 64 && value <= 1_000_000,
    'a whole number from 64 to 1000000',
  ),
  ...assistantVariables,
  ORG_NAME: words('Independent Electoral and Boundaries Commission'),
  ORG_ACRONYM: words('IEBC'),
  ORG_WEBSITE: website('https://www.iebc.or.ke'),
  ORG_ADDRESS: words('Anniversary Towers, University Way, P.O. Box 45371-00100, Nairobi'),
  ORG_HOURS: words('Monday to Friday, 8:00 a.m. to 5:00 p.m.'),
  ORG_PHONE: words('+254 20 2877000'),
  ORG_EMAIL: z._default(
    z
      .string()
      .check(
        z.refine((value) => emailError(value) === undefined, 'must be an address such as info@example.org'),
      ),
    'info@iebc.or.ke',
  ),
  ORG_FACEBOOK: website('https://www.facebook.com/IEBCKenya'),
  ORG_X: website('https://x.com/IEBCKenya'),
  ORG_YOUTUBE: website('https://www.youtube.com/@IEBCKenya'),
})

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
