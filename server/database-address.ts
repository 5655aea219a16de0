import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** The host and port of one database server. A host that starts with `/` is the folder of a Unix socket. */
export type Host = { host: string; port: number }
/** The parts of a database URL, each with the meaning that PostgreSQL's library libpq gives it. */
export type DatabaseAddress = {
  hosts: Host[]
  login: { user?: string; password?: string; database?: string; options?: string }
  /** Whether the connection uses TLS. `prefer` falls back to a connection without TLS; `off` has none. */
  tls: 'off' | 'prefer' | 'on'
  tlsOptions: ConnectionOptions
}

const DEFAULT_PORT = 5432
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']
const TARGETS = ['any', 'read-write', 'primary']
const PARAMETERS = [
  'host',
  'port',
  'user',
  'password',
  'dbname',
  'options',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
]
/** Matches `postgresql://user:password@host1:5432,host2/database?sslmode=require`, without a `#fragment`. */
const FORM =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?:\/(?<database>[^/?#]*))?(?:\?(?<query>[^#]*))?$/

/** An error in the database URL. Its message completes the sentence "DATABASE_URL …" for the operator. */
class AddressError extends Error {}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressError('has a % that starts no escape: write %25 for it')
  }
}

function readPort(text: string): number {
  if (text === '') return DEFAULT_PORT
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port > 0 && port <= 65_535) return port
  throw new AddressError(`has the port "${text}", which is no number from 1 to 65535`)
}

/** Reads a host and port such as `db.example.org:5433`, `[::1]:5433` or `%2Ftmp` (a Unix socket). */
function readHost(text: string): Host {
  // Only a text with a line break has another form. Then the whole text is refused as a port.
  const {
    host,
    address,
    port = '',
  } = /^(?:\[(?<address>[^\]]*)\]|(?<host>[^:]*))(?::(?<port>.*))?$/.exec(text)?.groups ?? { port: text }
  return { host: address ?? (decode(host ?? '') || 'localhost'), port: readPort(port) }
}

/** Reads the hosts and ports of `?host=a,b&port=1,2`. There is one port for each host, or one for all. */
function hostsOfParameters(parameters: URLSearchParams): Host[] {
  const ports = (parameters.get('port') ?? '').split(',')
  const hosts = (parameters.get('host') ?? '').split(',')
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new AddressError(`names ${hosts.length} hosts and ${ports.length} ports`)
  return hosts.map((host, index) => ({
    host: host || 'localhost',
    port: readPort(ports[index] ?? ports[0] ?? ''),
  }))
}

function readFile(name: string, parameters: URLSearchParams): string | undefined {
  const path = parameters.get(name)
  if (path === null) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new AddressError(`names ${path} as ${name}, which cannot be read`)
  }
}

/** The text of the file with certificate authorities; undefined when Node's own list is used. */
function readAuthorities(parameters: URLSearchParams): string | undefined {
  if (parameters.get('sslrootcert') === 'system') return undefined
  const authorities = readFile('sslrootcert', parameters)
  try {
    // The constructor only checks that the file holds a certificate.
    if (authorities !== undefined) new X509Certificate(authorities)
    return authorities
  } catch {
    throw new AddressError(
      `names ${parameters.get('sslrootcert')} as sslrootcert, which holds no certificate`,
    )
  }
}

/**
 * Reads the encryption mode (sslmode) as libpq does, from no encryption (`disable`) to a verified host name
 * (`verify-full`). The library node-postgres gives these modes other meanings, so it never sees them.
 */
function readTls(parameters: URLSearchParams): Pick<DatabaseAddress, 'tls' | 'tlsOptions'> {
  const mode = parameters.get('sslmode') ?? 'prefer'
  if (!SSL_MODES.includes(mode))
    throw new AddressError(`has sslmode=${mode}: it must be ${SSL_MODES.join(', ')}`)
  if (mode === 'disable') return { tls: 'off', tlsOptions: {} }
  const ca = readAuthorities(parameters)
  const [cert, key] = [readFile('sslcert', parameters), readFile('sslkey', parameters)]
  // The certificate of the portal itself, for a database server that asks for one.
  const clientCert = { ...(cert === undefined ? {} : { cert }), ...(key === undefined ? {} : { key }) }
  // The mode verify-ca checks no host name. With public authorities, it would accept anyone's certificate.
  if (ca === undefined && mode === 'verify-ca')
    throw new AddressError('has sslmode=verify-ca, which needs sslrootcert with the file of your authority')
  if (ca === undefined && parameters.has('sslrootcert') && mode !== 'verify-full')
    throw new AddressError(`has sslrootcert=system, which needs sslmode=verify-full`)
  const authorities = ca === undefined ? {} : { ca }
  if (mode === 'verify-full') return { tls: 'on', tlsOptions: { ...clientCert, ...authorities } }
  // In these modes the connection is encrypted, but the identity of the database server is not verified.
  if (mode === 'prefer' || ca === undefined)
    return {
      tls: mode === 'prefer' ? 'prefer' : 'on',
      tlsOptions: { ...clientCert, rejectUnauthorized: false },
    }
  // Here the server's certificate is verified, not its host name: verify-ca, or require with an authority.
  return { tls: 'on', tlsOptions: { ...clientCert, ca, checkServerIdentity: () => undefined } }
}

function read(url: string): DatabaseAddress {
  const form = FORM.exec(url)?.groups
  if (!form) throw new AddressError('must be an address such as postgresql://user:password@host/database')
  // URLSearchParams would read a plus as a space, but libpq reads it as a plus.
  const parameters = new URLSearchParams(form.query?.replaceAll('+', '%2B'))
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined)
    throw new AddressError(`has the parameter ${unknown}: known are ${PARAMETERS.join(', ')}`)
  // The wanted kind of server is only checked: the portal always uses the server that accepts writes.
  const target = parameters.get('target_session_attrs') ?? 'read-write'
  if (!TARGETS.includes(target))
    throw new AddressError(
      `has target_session_attrs=${target}, but the portal writes: it must be ${TARGETS.join(', ')}`,
    )
  // A password may itself contain colons.
  const [user = '', ...passwordParts] = (form.login ?? '').split(':')
  const fields = {
    user: parameters.get('user') ?? decode(user),
    password: parameters.get('password') ?? decode(passwordParts.join(':')),
    database: parameters.get('dbname') ?? decode(form.database ?? ''),
    options: parameters.get('options') ?? '',
  }
  return {
    hosts: parameters.has('host')
      ? hostsOfParameters(parameters)
      : (form.hosts ?? '').split(',').map(readHost),
    // A part that the database URL does not contain is left out instead of set to ''.
    login: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
    ...readTls(parameters),
  }
}

/** Reads a database URL. If it is malformed, `problem` completes the sentence "DATABASE_URL …". */
export function databaseAddress(url: string): DatabaseAddress | { problem: string } {
  try {
    return read(url)
  } catch (error) {
    if (error instanceof AddressError) return { problem: error.message }
    throw error
  }
}
