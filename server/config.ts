import { relative, resolve } from 'node:path'
import type * as z from 'zod/mini'
import type { Periods } from '#contract/retention/periods.ts'
import { type AssistantSettings, assistantSettings } from './assistant-settings.ts'
import { bucketAt } from './config-forms.ts'
import { environment } from './config-variables.ts'
import { isLoopbackHost } from './private-networks.ts'

const HOUR_MS = 3_600_000

/** Where each captcha provider checks a solved captcha. '' for altcha, which the portal checks itself. */
const SITEVERIFY = {
  altcha: '',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

/** The configuration is unusable. The message is the one sentence that the operator reads. */
export class ConfigError extends Error {}

type Values = z.infer<typeof environment>
type Environment = Record<string, string | undefined>

/** An environment variable with an empty value is treated as not set. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

function parseVariables(settings: Environment): Values {
  const parsed = environment.safeParse(settings)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
}

function checkCaptcha(values: Values) {
  if (values.CAPTCHA_PROVIDER !== 'altcha') {
    if (values.CAPTCHA_SITE_KEY && values.CAPTCHA_SECRET) return
    throw new ConfigError(
      `CAPTCHA_PROVIDER is ${values.CAPTCHA_PROVIDER}, which needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET.`,
    )
  }
  const names = ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL'] as const
  const unused = names.find((name) => values[name])
  if (unused)
    throw new ConfigError(`${unused} is set, but CAPTCHA_PROVIDER is altcha, which has no use for it.`)
}

function checkMail(values: Values, publicUrl: string) {
  if (values.SMTP_URL && !values.MAIL_FROM)
    throw new ConfigError('SMTP_URL is set, so MAIL_FROM must say which address the emails come from.')
  if (values.SMTP_URL && !values.PUBLIC_URL)
    throw new ConfigError('SMTP_URL is set, so PUBLIC_URL must say where the links in the emails lead.')
  if (!values.SMTP_URL && !isLoopbackHost(new URL(publicUrl).host))
    throw new ConfigError(
      'PUBLIC_URL is open to others, so SMTP_URL must name the mail server that sends the emails.',
    )
}

function checkStorage(values: Values) {
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_OWNER_URL is set, so DATABASE_URL must name the user that the portal reads and writes as.',
    )
  if (values.STORAGE_URL && !(values.AWS_ACCESS_KEY_ID && values.AWS_SECRET_ACCESS_KEY))
    throw new ConfigError(
      'STORAGE_URL is set, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must give the key of the bucket.',
    )
}

/**
 * Whether the address for backups is the data folder or a folder inside it. A path from the data folder that
 * starts with `..` leads outside. A bucket is never inside.
 */
export const isInside = (dataDir: string, address: string): boolean =>
  !address.startsWith('s3:') && !/^\.\.(?:\/|$)/.test(relative(resolve(dataDir), resolve(address)))

function checkBackup(values: Values) {
  const { BACKUP_TO: address, BACKUP_KEY_FILE: keyFile } = values
  if (address === undefined) return
  if (keyFile === undefined)
    throw new ConfigError(
      'BACKUP_TO is set, so BACKUP_KEY_FILE must name the file with the key of the backups.',
    )
  if (address.startsWith('s3:')) {
    if (values.AWS_ACCESS_KEY_ID && values.AWS_SECRET_ACCESS_KEY) return
    throw new ConfigError(
      'BACKUP_TO is a bucket, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must give its key.',
    )
  }
  if (isInside(values.DATA_DIR, address))
    throw new ConfigError('BACKUP_TO is inside DATA_DIR: what destroys one destroys the other.')
}

function readAssistant(values: Values): AssistantSettings {
  const assistant = assistantSettings(values)
  if ('fault' in assistant) throw new ConfigError(assistant.fault)
  return assistant
}

const captchaOf = (values: Values) => ({
  provider: values.CAPTCHA_PROVIDER,
  siteKey: values.CAPTCHA_SITE_KEY,
  secret: values.CAPTCHA_SECRET,
  verifyUrl: values.CAPTCHA_VERIFY_URL ?? SITEVERIFY[values.CAPTCHA_PROVIDER],
})

const bucketKeyOf = (values: Values) => ({
  accessKeyId: values.AWS_ACCESS_KEY_ID,
  secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
  sessionToken: values.AWS_SESSION_TOKEN,
})

function bucketOf(values: Values) {
  const bucket = values.STORAGE_URL === undefined ? undefined : bucketAt(values.STORAGE_URL)
  return bucket && { ...bucket, ...bucketKeyOf(values) }
}

function probeUrlOf({ PROBE_URL, PUBLIC_URL }: Values, publicUrl: string): string | undefined {
  if (PROBE_URL === 'off') return PROBE_URL
  if (PROBE_URL) return new URL(PROBE_URL).origin
  return PUBLIC_URL ? publicUrl : undefined
}

function metricsOf({ METRICS_PORT, METRICS_HOST, PORT }: Values, workers: number) {
  if (METRICS_PORT === undefined) return undefined
  // With 0 for both, the system chooses two different ports.
  if (METRICS_PORT === PORT && PORT !== 0)
    throw new ConfigError('METRICS_PORT must differ from PORT: metrics are never on the public port.')
  // Each worker process serves its own metrics, on consecutive ports.
  if (METRICS_PORT !== 0 && METRICS_PORT < PORT && PORT < METRICS_PORT + workers)
    throw new ConfigError(
      `METRICS_PORT is the first of ${workers} ports, one for each of the WORKERS: PORT must be none of them.`,
    )
  return { port: METRICS_PORT, host: METRICS_HOST }
}

const tracingOf = (values: Values) =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT || values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? { ratio: values.OTEL_TRACES_SAMPLER_ARG }
    : undefined

function retentionOf(values: Values): Periods {
  if (values.RETENTION_ACCOUNT_NOTICE_DAYS >= values.RETENTION_ACCOUNT_DAYS)
    throw new ConfigError(
      'RETENTION_ACCOUNT_NOTICE_DAYS must be shorter than RETENTION_ACCOUNT_DAYS: the email comes before the account goes.',
    )
  return {
    drafts: values.RETENTION_DRAFT_DAYS,
    not_chosen: values.RETENTION_NOT_CHOSEN_DAYS,
    chosen: values.RETENTION_CHOSEN_DAYS,
    objection: values.RETENTION_OBJECTION_DAYS,
    accounts: values.RETENTION_ACCOUNT_DAYS,
    account_notice: values.RETENTION_ACCOUNT_NOTICE_DAYS,
    notifications: values.RETENTION_NOTIFICATION_DAYS,
  }
}

const organisationOf = (values: Values, isConfirmed: boolean) => ({
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
  confirmed: isConfirmed,
})

// Each process gets at least this many calls and connections: it cannot work with fewer.
const FEWEST_CALLS = 8
const FEWEST_SOCKETS = 64
/** A limit applies to the whole machine. Each process of the machine gets an equal share of it. */
const shareOf = (total: number, workers: number, least: number) => Math.max(least, Math.ceil(total / workers))

/**
 * The configuration of this process. Only this function reads the environment variables.
 * @throws ConfigError with one sentence when a value is unusable or two contradict each other.
 */
export function readConfig(env: Environment) {
  const settings = withoutEmpty(env)
  const values = parseVariables(settings)
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin
  checkCaptcha(values)
  checkMail(values, publicUrl)
  checkStorage(values)
  checkBackup(values)
  const assistant = readAssistant(values)
  // In development there is one process, because the compiler of pages works for only one.
  const workers = values.NODE_ENV === 'development' ? 1 : values.WORKERS
  return {
    /** True when pages are compiled at each request, as in `npm run dev`. */
    development: values.NODE_ENV === 'development',
    port: values.PORT,
    host: values.HOST,
    /** The address that answers `/metrics`, apart from the portal's own. Without it there are no metrics. */
    metrics: metricsOf(values, workers),
    /** Which share of requests is traced; undefined when there is no collector for traces. */
    tracing: tracingOf(values),
    publicUrl,
    /** True when the operator set the public address: requests for other host names are refused (T36). */
    publicUrlGiven: values.PUBLIC_URL !== undefined,
    /** True when cookies are Secure and their names have the prefix __Host-. */
    secure: publicUrl.startsWith('https:'),
    /**
     * The address to which the portal sends its own test submits, to know whether applicants can submit.
     * 'off': it sends none. Undefined: the address at which it listens.
     */
    probeUrl: probeUrlOf(values, publicUrl),
    /** Where the portal reads public random numbers for selections. Undefined: officers paste them. */
    beaconRelay: values.BEACON_RELAY && new URL(values.BEACON_RELAY).origin,
    dataDir: resolve(values.DATA_DIR),
    /** The file with the commission's signing key; undefined when the key is in `dataDir`. */
    receiptKeyFile: values.RECEIPT_KEY_FILE === undefined ? undefined : resolve(values.RECEIPT_KEY_FILE),
    /** The file with the key for links, codes and tickets; undefined when the key is in `dataDir`. */
    secretKeyFile: values.SECRET_KEY_FILE === undefined ? undefined : resolve(values.SECRET_KEY_FILE),
    /** The organisations that cosign the checkpoints of the public log. */
    witnesses: values.WITNESSES,
    databaseUrl: values.DATABASE_URL,
    /** The database address for the user that migrates, if another user reads and writes (T19). */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    /** The bucket that stores uploaded files; undefined when they are stored in a folder of `dataDir`. */
    bucket: bucketOf(values),
    /** The access key for the bucket of files and for a bucket of backups. */
    bucketKey: bucketKeyOf(values),
    /** Where and how often backups are made, and how many are kept. Without a schedule, `to` is undefined. */
    backup: {
      to: values.BACKUP_TO,
      keyFile: values.BACKUP_KEY_FILE === undefined ? undefined : resolve(values.BACKUP_KEY_FILE),
      // A timer of Node takes whole milliseconds only, and 1.1 hours are not exactly 3,960,000 of them.
      everyMs: Math.round(values.BACKUP_EVERY_HOURS * HOUR_MS),
      keep: values.BACKUP_KEEP,
    },
    /** The socket of the virus scanner. Without it, only the structure of a file is checked (T14). */
    clamdUrl: values.CLAMD_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.ORG_ACRONYM} Jobs <jobs@localhost>`,
    captcha: captchaOf(values),
    /** With `specified`, registration and a reset by question show who has an account (C2). */
    accountLookUp: values.ACCOUNT_LOOKUP,
    /**
     * When a password reset with the security question also needs an emailed code (C3). `off`: never.
     * `unknown-device`: on a device that is new to the account. `email`: always.
     */
    resetStepUp: values.RESET_STEP_UP,
    /** How long after a job's deadline a retried submit is accepted whose ticket is from before it. */
    ticketGraceMs: values.TICKET_GRACE_HOURS * HOUR_MS,
    /** For each kind of data, how many days it is kept before its deletion. */
    retention: retentionOf(values),
    /** True when a native reader has approved the Kiswahili texts. */
    kiswahiliApproved: values.KISWAHILI_APPROVED === 'yes',
    /** Outside services that may write the assistant's answers; none unless the operator names them (N2). */
    assistant,
    /** The proxies (addresses or networks) whose X-Forwarded-For header is trusted. */
    trustProxy: values.TRUST_PROXY,
    /** Factors that multiply the limits in `contract/allowances.ts`. */
    allowanceFactors: {
      perAccount: values.ACCOUNT_ALLOWANCE_FACTOR,
      perNetwork: values.NETWORK_ALLOWANCE_FACTOR,
    },
    /** How many processes on this machine answer requests. */
    workers,
    /** The settings of a worker process. Undefined in the primary process and in a single process. */
    worker: values.PORTAL_WORKER,
    /** How long the portal still answers after it has told the load balancer that it is shutting down. */
    drainMs: values.DRAIN_SECONDS * 1_000,
    /** How many calls this process works on at the same time. More calls wait or are refused. */
    callsAtOnce: shareOf(values.CALLS_AT_ONCE, workers, FEWEST_CALLS),
    /** How many connections this process keeps open. With more, the one idle for longest is closed. */
    maxSockets: shareOf(values.MAX_SOCKETS, workers, FEWEST_SOCKETS),
    /** The organisation that runs the portal. `confirmed`: the operator has set at least one value. */
    organisation: organisationOf(
      values,
      Object.keys(settings).some((key) => key.startsWith('ORG_')),
    ),
  }
}

export type Config = ReturnType<typeof readConfig>
