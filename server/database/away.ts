import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import type { Log } from '../deps.ts'
import { codeOf, errorFields } from '../error-fields.ts'
import { NO_TLS } from './servers.ts'

// What happens when the database cannot be opened at the start. An error that the operator must correct ends
// the start with one sentence. When the database is only away, the portal waits for it.

const RETRY_MS = 1_000
const LOG_EVERY_MS = 10_000

/** Errors that only another configuration corrects, in words, by the code of PostgreSQL or of Node. */
const REFUSALS: Record<string, string> = {
  '28P01': 'the database refuses the user or the password',
  '28000': 'the database refuses the user, the password or this machine',
  '3D000': 'the database of this name does not exist',
  '08P01':
    'what answers does not understand PostgreSQL as PostgreSQL does: if it is a pooler, name PostgreSQL itself',
  ERR_TLS_CERT_ALTNAME_INVALID: "the database's certificate is for another host name",
  CERT_HAS_EXPIRED: "the database's certificate has expired",
  CERT_NOT_YET_VALID: "the database's certificate is not valid yet",
}
/**
 * Codes of OpenSSL for a certificate of an authority that we do not trust, such as
 * `SELF_SIGNED_CERT_IN_CHAIN`, but not `CERT_HAS_EXPIRED`.
 */
const UNTRUSTED =
  /^(?:(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?|UNABLE_TO_\w+|CERT_(?:UNTRUSTED|SIGNATURE_FAILURE|REJECTED)|INVALID_CA)$/

/** The sentence for the operator; undefined for every error that no other configuration corrects. */
function refusalOf(error: unknown): string | undefined {
  const code = codeOf(error)
  if (error instanceof Error && error.message === NO_TLS)
    return 'sslmode asks for TLS, which the database lacks.'
  const reason = UNTRUSTED.test(code)
    ? "no authority that we trust has signed the database's certificate"
    : REFUSALS[code]
  return reason && `${reason} (${code}).`
}

/** The outcome of `work`; what the operator must correct becomes one sentence that names `setting`. */
export async function explained<Result>(setting: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`${setting}: ${error.message}`)
    const refusal = refusalOf(error)
    if (refusal) throw new ConfigError(`${setting}: ${refusal}`)
    // With its setting, `whenItIsThere` can name what is away. Without one, it is `DATABASE_URL`.
    throw Object.assign(error as Error, { setting })
  }
}

// Codes of a server that is not there (`ECONNREFUSED`), starting or stopping (`57P03`), full (`53300`), too
// slow (`57014`), or a standby (`25006`). A wrong password (`28P01`) is not among them.
const AWAY_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|57P0\d|53\d{3}|08\d{3}|57014|25006)$/
// The driver reports these without a code.
const AWAY_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired)/
const isAway = (error: unknown): error is Error =>
  error instanceof Error &&
  (AWAY_CODES.test(codeOf(error)) || AWAY_MESSAGES.test(error.message) || isAway(error.cause))

/**
 * Opens the database. With `waits` it tries until the database is there, which takes a while after a failover
 * or a power cut. Without, a database that is away is a ConfigError.
 */
export async function whenItIsThere<Result>(
  open: () => Promise<Result>,
  { log, waits }: { log: Log; waits: boolean },
): Promise<Result> {
  let lastLoggedMs = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!isAway(error)) throw error
      const setting = 'setting' in error ? String(error.setting) : 'DATABASE_URL'
      if (!waits) throw new ConfigError(`${setting} cannot be reached (${codeOf(error) || error.message}).`)
      if (performance.now() - lastLoggedMs >= LOG_EVERY_MS) {
        lastLoggedMs = performance.now()
        log('warn', 'database.waiting', { kind: setting, ...errorFields(error) })
      }
      await wait(RETRY_MS)
    }
  }
}
