import { resolve } from 'node:path'
import type * as z from 'zod/mini'
import { bucketAt } from './config-forms.ts'
import type { environment } from './config-variables.ts'

// Parts of the configuration, each made from values that are checked before.

/** The values of the environment variables. */
export type Values = z.infer<typeof environment>

const HOUR_MS = 3_600_000

export const tracingOf = (values: Values) =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT || values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
    ? { ratio: values.OTEL_TRACES_SAMPLER_ARG }
    : undefined

function probeUrlOf({ PROBE_URL, PUBLIC_URL }: Values, publicUrl: string): string | undefined {
  if (PROBE_URL === 'off') return PROBE_URL
  if (PROBE_URL) return new URL(PROBE_URL).origin
  return PUBLIC_URL ? publicUrl : undefined
}

/** The address of the portal, and the addresses that it calls. */
export const addressesOf = (values: Values, publicUrl: string) => ({
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

/** Where the portal stores its data, its keys and its backups. */
export const storageOf = (values: Values) => ({
  dataDir: resolve(values.DATA_DIR),
  /** The file with the commission's signing key; undefined when the key is in `dataDir`. */
  receiptKeyFile: values.RECEIPT_KEY_FILE === undefined ? undefined : resolve(values.RECEIPT_KEY_FILE),
  /** The file with the key for links, codes and tickets; undefined when the key is in `dataDir`. */
  secretKeyFile: values.SECRET_KEY_FILE === undefined ? undefined : resolve(values.SECRET_KEY_FILE),
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
})

/** Where each captcha provider checks a solved captcha. '' for altcha, which the portal checks itself. */
const SITEVERIFY = {
  altcha: '',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

const captchaOf = (values: Values) => ({
  provider: values.CAPTCHA_PROVIDER,
  siteKey: values.CAPTCHA_SITE_KEY,
  secret: values.CAPTCHA_SECRET,
  verifyUrl: values.CAPTCHA_VERIFY_URL ?? SITEVERIFY[values.CAPTCHA_PROVIDER],
})

/** What protects accounts from programs and strangers. */
export const accountProtectionOf = (values: Values) => ({
  captcha: captchaOf(values),
  /** With `specified`, registration and a reset by question show who has an account (C2). */
  accountLookUp: values.ACCOUNT_LOOKUP,
  /**
   * When a password reset with the security question also needs an emailed code (C3). `off`: never.
   * `unknown-device`: on a device that is new to the account. `email`: always.
   */
  resetStepUp: values.RESET_STEP_UP,
})

// Each process gets at least this many calls and connections: it cannot work with fewer.
const FEWEST_CALLS = 8
const FEWEST_SOCKETS = 64
/** A limit applies to the whole machine. Each process of the machine gets an equal share of it. */
const shareOf = (total: number, workers: number, least: number) => Math.max(least, Math.ceil(total / workers))

/** The processes of this machine, and how much each of them does at once. */
export const processesOf = (values: Values, workers: number) => ({
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
})

export const organisationOf = (values: Values, isConfirmed: boolean) => ({
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
