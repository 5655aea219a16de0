import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'
import { CAPTCHA_PROVIDERS } from '#contract/captcha/endpoints.ts'
import { COMMISSION, OFFICE_HOURS } from '#contract/site/commission.ts'
import { emailError } from '#contract/accounts/registration-rules.ts'
import { type PeriodName, PERIODS } from '#contract/retention/periods.ts'
import { assistantVariables } from './assistant-settings.ts'
import {
  BACKUP_ADDRESS_RULE,
  bucketAt,
  database,
  factor,
  isBackupAddress,
  isClamd,
  isNetwork,
  isOrigin,
  number,
  splitList,
  text,
  url,
  website,
  witnessesAt,
} from './config-forms.ts'

// An API call keeps a core busy for five milliseconds, here or in the database. Working on more calls at once
// would make each of them slower.
const CALLS_PER_CORE = 8

const MAX_WORKERS = 64
const MAX_DRAIN_SECONDS = 60
/** The most days that an operator may keep data: 30 years. A longer time would be no limit at all. */
const LONGEST_PERIOD_DAYS = 10_950
/** How many processes answer requests: one on up to two cores, else one less than there are cores. */
export const defaultWorkers = (cores: number): number => Math.min(MAX_WORKERS, cores > 2 ? cores - 1 : 1)

/** How many days a kind of data is kept before it is deleted. Never 0, which would delete all of it. */
const storedDays = (name: PeriodName) =>
  number(
    PERIODS[name].days,
    (value) => Number.isInteger(value) && value >= 1 && value <= LONGEST_PERIOD_DAYS,
    `a whole number of days from 1 to ${LONGEST_PERIOD_DAYS}`,
  )

/**
 * What a worker process gets from the primary process. Its `number` counts from 1. `databaseUrl` is the
 * address of the built-in database, and undefined when the portal uses another database.
 */
const workerSettings = z.object({ number: z.number(), databaseUrl: z.optional(z.string()) })
const workerAt = (value: string) => {
  try {
    return workerSettings.parse(JSON.parse(value))
  } catch {
    return undefined
  }
}

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
/** The number of a TCP port. With 0, the system chooses a free port. */
const port = z.pipe(
  z.string().check(z.refine(isPort, 'must be a number from 0 to 65535')),
  z.transform(Number),
)

/** The environment variables of the portal, with the form, the allowed values and the default of each. */
export const environment = z.object({
  NODE_ENV: text('production'),
  PORT: z._default(port, 3000),
  HOST: text('127.0.0.1'),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: text('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'], 'an address such as http://localhost:4318'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(
    ['http:', 'https:'],
    'an address such as http://localhost:4318/v1/traces',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.optional(
    z
      .string()
      .check(z.refine((value) => value.startsWith('http/'), 'must be http/json: the portal has no gRPC')),
  ),
  /** The share of requests that is traced. */
  OTEL_TRACES_SAMPLER_ARG: number(1, (value) => value <= 1, 'a number from 0 to 1'),
  PUBLIC_URL: z.optional(
    z
      .string()
      .check(z.refine(isOrigin, 'must be an address such as https://jobs.example.org, without a path')),
  ),
  /** The address to which the portal sends its own test submits, to know whether applicants can submit. */
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
  /** The address from which the portal reads public random numbers for selections. */
  BEACON_RELAY: z.optional(
    z.string().check(z.refine(isOrigin, 'must be an address such as https://api.drand.sh, without a path')),
  ),
  DATA_DIR: text('./data'),
  RECEIPT_KEY_FILE: z.optional(z.string()),
  SECRET_KEY_FILE: z.optional(z.string()),
  /** The witnesses: organisations that cosign the checkpoints of the public log. */
  WITNESSES: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => witnessesAt(value) !== undefined,
            `must name up to 15 witnesses, each as "https://witness.example.org VKEY", separated by commas`,
          ),
        ),
      z.transform((value) => witnessesAt(value) ?? []),
    ),
    [],
  ),
  DATABASE_URL: database,
  DATABASE_OWNER_URL: database,
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
  /** A folder or a bucket. */
  BACKUP_TO: z.optional(z.string().check(z.refine(isBackupAddress, BACKUP_ADDRESS_RULE))),
  BACKUP_KEY_FILE: z.optional(z.string()),
  BACKUP_EVERY_HOURS: number(
    24,
    (value) => value >= 0.1 && value <= 168,
    'a number of hours from 0.1 to 168',
  ),
  BACKUP_KEEP: number(
    7,
    (value) => Number.isInteger(value) && value >= 1 && value <= 1_000,
    'a whole number from 1 to 1000',
  ),
  AWS_ACCESS_KEY_ID: text(''),
  AWS_SECRET_ACCESS_KEY: text(''),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  /** The socket of the virus scanner. */
  CLAMD_URL: z.optional(
    z.string().check(z.refine(isClamd, 'must be unix:/path/of/the/socket or tcp://host:port')),
  ),
  SMTP_URL: url(['smtp:', 'smtps:'], 'an address such as smtps://user:password@mail.example.org'),
  /** One email address, alone or as in `Jobs <jobs@example.org>`. A list of addresses is refused. */
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
  CAPTCHA_SITE_KEY: text(''),
  CAPTCHA_SECRET: text(''),
  CAPTCHA_VERIFY_URL: url(['http:', 'https:'], "the address of the provider's siteverify call"),
  /** Whether registration and a reset by question show who has an account: `uniform` never does. */
  ACCOUNT_LOOKUP: z._default(z.enum(['specified', 'uniform'], 'must be specified or uniform'), 'specified'),
  /** Is `yes` when a native reader has approved the Kiswahili texts. */
  KISWAHILI_APPROVED: z._default(z.enum(['yes', 'no'], 'must be yes or no'), 'no'),
  /** How long after a job's deadline we still accept a submit that first reached us before the deadline. */
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
  /** When a password reset needs an emailed code in addition to the answer to the security question. */
  RESET_STEP_UP: z._default(
    z.enum(['off', 'unknown-device', 'email'], 'must be off, unknown-device or email'),
    'off',
  ),
  TRUST_PROXY: z._default(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform(splitList),
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
  WORKERS: number(
    defaultWorkers(availableParallelism()),
    (value) => Number.isInteger(value) && value >= 1 && value <= MAX_WORKERS,
    `a whole number from 1 to ${MAX_WORKERS}`,
  ),
  DRAIN_SECONDS: number(3, (value) => value <= MAX_DRAIN_SECONDS, `a number from 0 to ${MAX_DRAIN_SECONDS}`),
  /** The primary process sets this variable for its worker processes. An operator never sets it. */
  PORTAL_WORKER: z.optional(
    z.pipe(
      z.string().check(z.refine((value) => workerAt(value) !== undefined, 'is not for operators')),
      z.transform(workerAt),
    ),
  ),
  MAX_SOCKETS: number(
    16_384,
    (value) => Number.isInteger(value) && value >= 64 && value <= 1_000_000,
    'a whole number from 64 to 1000000',
  ),
  RETENTION_DRAFT_DAYS: storedDays('drafts'),
  RETENTION_NOT_CHOSEN_DAYS: storedDays('not_chosen'),
  RETENTION_CHOSEN_DAYS: storedDays('chosen'),
  RETENTION_OBJECTION_DAYS: storedDays('objection'),
  RETENTION_ACCOUNT_DAYS: storedDays('accounts'),
  RETENTION_ACCOUNT_NOTICE_DAYS: storedDays('account_notice'),
  RETENTION_NOTIFICATION_DAYS: storedDays('notifications'),
  ...assistantVariables,
  ORG_NAME: text(COMMISSION),
  ORG_ACRONYM: text('IEBC'),
  ORG_WEBSITE: website('https://www.iebc.or.ke'),
  ORG_ADDRESS: text('Anniversary Towers, University Way, P.O. Box 45371-00100, Nairobi'),
  ORG_HOURS: text(OFFICE_HOURS),
  ORG_PHONE: text('+254 20 2877000'),
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
