import { relative, resolve } from 'node:path'
import type { Periods } from '#contract/retention/periods.ts'
import { type AssistantSettings, assistantSettings } from './assistant-settings.ts'
import {
  accountProtectionOf,
  addressesOf,
  organisationOf,
  processesOf,
  storageOf,
  tracingOf,
  type Values,
} from './config-parts.ts'
import { environment } from './config-variables.ts'
import { isLoopbackHost } from './private-networks.ts'

const HOUR_MS = 3_600_000

/** The configuration is unusable. The message is the one sentence that the operator reads. */
export class ConfigError extends Error {}

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
    throw new ConfigError(
      'BACKUP_TO is inside DATA_DIR, so both can be lost at once: choose a place outside DATA_DIR.',
    )
}

function readAssistant(values: Values): AssistantSettings {
  const assistant = assistantSettings(values)
  if ('problem' in assistant) throw new ConfigError(assistant.problem)
  return assistant
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
    ...addressesOf(values, publicUrl),
    ...storageOf(values),
    /** The organisations that cosign the checkpoints of the public log. */
    witnesses: values.WITNESSES,
    /** The socket of the virus scanner. Without it, only the structure of a file is checked (T14). */
    clamdUrl: values.CLAMD_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.ORG_ACRONYM} Jobs <jobs@localhost>`,
    ...accountProtectionOf(values),
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
    ...processesOf(values, workers),
    /** The organisation that runs the portal. `confirmed`: the operator has set at least one value. */
    organisation: organisationOf(
      values,
      Object.keys(settings).some((key) => key.startsWith('ORG_')),
    ),
  }
}

export type Config = ReturnType<typeof readConfig>
