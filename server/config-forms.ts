import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { databaseAddress } from './database-address.ts'
import { COSIGNATURE_TYPE, readVerifierKey, type VerifierKey } from './verifier-keys.ts'

// Checks of environment variables, one for each kind of value. A check refuses a value with the end of the
// sentence "NAME must be …".

/** Takes any text. */
export const text = (defaultValue: string) => z._default(z.string(), defaultValue)
/** Takes an address with one of these protocols. `expected` names the allowed addresses for the operator. */
export const url = (protocols: string[], expected: string) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
          `must be ${expected}`,
        ),
      ),
  )

/**
 * Takes a database address. The error of a wrong address is the end of the sentence "NAME …" for the
 * operator.
 */
export const database = z.optional(
  z.string().check((context) => {
    const address = databaseAddress(context.value)
    if ('problem' in address)
      context.issues.push({ code: 'custom', input: context.value, message: address.problem })
  }),
)

/** Whether a value is an http address that names only a host and perhaps a port. */
export const isOrigin = (value: string) => {
  const parsed = URL.parse(value)
  return (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.pathname === '/' &&
    !parsed.search &&
    !parsed.hash &&
    !parsed.username
  )
}
/** The parts between the commas of a list, without empty ones. */
export const splitList = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
/** Whether a value is an IP address such as 127.0.0.1, or a network such as 10.0.0.0/8. */
export const isNetwork = (value: string) => {
  const [ip = '', bits, excess] = value.split('/')
  const version = isIP(ip)
  return (
    version > 0 &&
    excess === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}

/** Takes the address of a web page that visitors may open. */
export const website = (defaultValue: string) =>
  z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => /^https?:/.test(value) && URL.canParse(value),
          'must be an address such as https://www.example.org',
        ),
      ),
    defaultValue,
  )
/** Takes a number without a minus sign. `expected` names the allowed numbers for the operator. */
export const number = (defaultValue: number, isAllowed: (value: number) => boolean, expected: string) =>
  z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine((value) => /^[\d.]{1,9}$/.test(value) && isAllowed(Number(value)), `must be ${expected}`),
        ),
      z.transform(Number),
    ),
    defaultValue,
  )
/** Takes a factor that multiplies a limit. */
export const factor = number(1, (value) => value >= 0.1 && value <= 1_000, 'a number from 0.1 to 1000')
/** Whether a value is the address of a virus scanner: a Unix socket, or a host with a port. */
export const isClamd = (value: string) =>
  /^unix:\/./.test(value) || (value.startsWith('tcp://') && Number(URL.parse(value)?.port) > 0)

/** Amazon's storage is found by its region alone. The storage of others needs an endpoint address. */
const hasEndpointOrRegion = (endpoint: string | undefined, region: string | undefined) =>
  endpoint ? /^https?:$/.test(URL.parse(endpoint)?.protocol ?? '') : Boolean(region)

/**
 * Splits an address `s3://bucket/prefix?region=..&endpoint=..`; undefined when it has another form. The
 * returned prefix is '' or ends with `/`.
 */
export const bucketAt = (value: string) => {
  const parsed = URL.parse(value)
  if (parsed?.protocol !== 's3:' || !/^[\w.-]{3,63}$/.test(parsed.hostname) || parsed.username || parsed.hash)
    return undefined
  const { region, endpoint, ...unknownParameters } = Object.fromEntries(parsed.searchParams)
  const prefix = parsed.pathname.replace(/^\/|\/$/g, '')
  if (
    Object.keys(unknownParameters).length > 0 ||
    !/^[\w.\-/]*$/.test(prefix) ||
    !hasEndpointOrRegion(endpoint, region)
  )
    return undefined
  return {
    bucket: parsed.hostname,
    prefix: prefix ? `${prefix}/` : '',
    // Storage at an own endpoint may have no regions, but each request must be signed for one.
    region: region ?? 'us-east-1',
    endpoint,
  }
}

/**
 * Whether backups can go there: to a bucket, or to a folder. Only an address has a protocol, such as `s3:`.
 * Any other protocol is refused, because a folder of that name would be on this machine.
 */
export const isBackupAddress = (value: string) =>
  value.startsWith('s3:') ? bucketAt(value) !== undefined : !/^[a-z\d]+:/i.test(value)
export const BACKUP_ADDRESS_RULE =
  'must be a folder, or s3://bucket/prefix?region=… or s3://bucket/prefix?endpoint=https://…'

/**
 * A witness: another organisation that cosigns the checkpoints of our public log. `url` is the address before
 * `/add-checkpoint`. `vkey` is its public key as text: the name, the key id and the key, joined by `+`.
 */
export type Witness = VerifierKey & { url: string; vkey: string }

/** C2SP signed-note obliges clients to read this many signatures of a note. They may ignore more. */
const MAX_WITNESSES = 15

/** Reads a witness written as `URL VKEY`; undefined when the text has another form. */
function witnessAt(entry: string): Witness | undefined {
  const [address = '', vkey = '', excess] = entry.split(/\s+/)
  const url = URL.parse(address)
  const key = readVerifierKey(vkey, COSIGNATURE_TYPE)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return undefined
  return key && excess === undefined
    ? { ...key, vkey, url: `${url.origin}${url.pathname.replace(/\/$/, '')}` }
    : undefined
}

/** Reads witnesses from `URL VKEY, URL VKEY`; undefined if malformed, or if a witness or key repeats. */
export function witnessesAt(value: string): Witness[] | undefined {
  const entries = splitList(value)
  const witnesses = entries.map(witnessAt).filter((witness) => witness !== undefined)
  const names = new Set(witnesses.map(({ name }) => name))
  const keys = new Set(witnesses.map(({ publicBytes }) => publicBytes.toString('hex')))
  const isUsable = entries.length <= MAX_WITNESSES && witnesses.length === entries.length
  return isUsable && names.size === entries.length && keys.size === entries.length ? witnesses : undefined
}
