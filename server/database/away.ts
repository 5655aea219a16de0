import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import type { Log } from '../deps.ts'
import { codeOf, errorFields } from '../error-fields.ts'
import { NO_TLS } from './servers.ts'

// What happens when the database cannot be opened at the start. An error that the operator must correct ends
// the start with one sentence. If the database is only unreachable for now, the portal waits for it.

const RETRY_MS = 1_000
const LOG_EVERY_MS = 10_000

/** Errors that only another configuration corrects, with a sentence for each code of PostgreSQL or Node. */
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
 * Matches OpenSSL codes for a certificate from an authority that we do not trust, such as
 * `SELF_SIGNED_CERT_IN_CHAIN`. `CERT_HAS_EXPIRED` does not match.
 */
const UNTRUSTED =
  /^(?:(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?|UNABLE_TO_\w+|CERT_(?:UNTRUSTED|SIGNATURE_FAILURE|REJECTED)|INVALID_CA)$/

/** The sentence for the operator. Undefined for an error that no other configuration corrects. */
function refusalOf(error: unknown): string | undefined {
  const code = codeOf(error)
  if (error instanceof Error && error.message === NO_TLS)
    return 'sslmode asks for TLS, which the database lacks.'
  const reason = UNTRUSTED.test(code)
    ? "no authority that we trust has signed the database's certificate"
    : REFUSALS[code]
  return reason && `${reason} (${code}).`
}

/** Waits for `work`. An error that the operator must correct becomes a sentence that names `setting`. */
export async function explainErrors<Result>(setting: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`${setting}: ${error.message}`)
    const refusal = refusalOf(error)
    if (refusal) throw new ConfigError(`${setting}: ${refusal}`)
    // `openWhenReachable` reads this property, to name the setting in its messages. An error without the
    // property is about `DATABASE_URL`.
    throw Object.assign(error as Error, { setting })
  }
}

// Error codes of a database server that may soon answer: unreachable (`ECONNREFUSED`), starting or stopping
// (`57P03`), full (`53300`), too slow (`57014`), or a standby (`25006`). A wrong password (`28P01`) is not
// one.
const AWAY_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|57P0\d|53\d{3}|08\d{3}|57014|25006)$/
// Messages of errors that the driver reports without a code.
const AWAY_MESSAGES =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired)/
const isAway = (error: unknown): error is Error =>
  error instanceof Error &&
  (AWAY_CODES.test(codeOf(error)) || AWAY_MESSAGES.test(error.message) || isAway(error.cause))

/**
 * Opens the database. With `onWait` it tries until the database answers, which takes a while after a failover
 * or a power cut. `onWait` is called once, before the wait. Without it, an unreachable database is a
 * ConfigError.
 */
export async function openWhenReachable<Result>(
  open: () => Promise<Result>,
  { log, onWait }: { log: Log; onWait: (() => Promise<void>) | undefined },
): Promise<Result> {
  let lastLoggedMs: number | undefined
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!isAway(error)) throw error
      const setting = 'setting' in error ? String(error.setting) : 'DATABASE_URL'
      if (!onWait) throw new ConfigError(`${setting} cannot be reached (${codeOf(error) || error.message}).`)
      if (lastLoggedMs === undefined) await onWait()
      if (lastLoggedMs === undefined || performance.now() - lastLoggedMs >= LOG_EVERY_MS) {
        lastLoggedMs = performance.now()
        log('warn', 'database.waiting', { kind: setting, ...errorFields(error) })
      }
      await wait(RETRY_MS)
    }
  }
}
