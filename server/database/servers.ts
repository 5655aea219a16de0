import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseAddress, databaseAddress, type Host } from '../database-address.ts'
import { codeOf } from '../error-fields.ts'

// Finds which of several database servers accepts writes, and connects to it.

/** The time limit for the answer of a database server. All servers are asked at once. */
const ASK_MS = 1_000
/** How long the end of a connection is waited for. A server that hangs never confirms it. */
const END_MS = 2_000
/** The driver's message when a database server was set up without TLS. */
export const NO_TLS = 'The server does not support SSL connections'

/** What the driver needs to reach one database server. */
type Route = Host & { ssl: pg.ClientConfig['ssl'] }
type Answer = Route & { isWritable: boolean; timeline: string }

/**
 * Codes of errors of the login (28…) or the database's name (3D…). Waiting does not help. So they are more
 * important to the operator than an unreachable server.
 */
const isRefusal = (error: unknown) => /^(?:28|3D)/.test(codeOf(error))
const isSame = (left: Host, right: Host) => left.host === right.host && left.port === right.port

export type Servers = ReturnType<typeof serversAt>

/**
 * The database servers that a URL names. `find` looks for the one that accepts writes, unless it is known. If
 * two do, it takes the one that was promoted last: the other is an old primary that came back. If none does,
 * it takes one for reads. So pages are still served until a standby is promoted (R5).
 */
export function serversAt(url: string) {
  const address = databaseAddress(url)
  if ('problem' in address) throw new Error(`A database address ${address.problem}.`)
  const { hosts, login } = address
  // With one server and one way to connect, there is nothing to look for.
  const isCertain = hosts.length === 1 && hosts.every((host) => tlsChoices(address, host).length === 1)
  /** The server that the last search found; undefined before the first search. */
  let route = isCertain ? hosts.map((host) => routeTo(address, host, true))[0] : undefined
  /**
   * How often the server found last seemed to have changed. At first 1, so that the first `find` searches.
   */
  let doubts = 1
  /** The value of `doubts` at the start of the last search that succeeded. */
  let answeredDoubts = 0
  let finding: Promise<Route> | undefined

  const ask = async (host: Host): Promise<Answer> => {
    for (const withTls of tlsChoices(address, host)) {
      const candidate = routeTo(address, host, withTls)
      const answer = await askServer({ ...login, ...candidate }, hosts.length > 1).catch((error: unknown) => {
        // If a server lacks TLS and the address allows that, it is asked again without TLS.
        const isLastChoice = withTls === tlsChoices(address, host).at(-1)
        if (isLastChoice || !(error instanceof Error) || error.message !== NO_TLS) throw error
      })
      if (answer) return { ...candidate, ...answer }
    }
    throw new Error(NO_TLS)
  }
  const search = async () => best(await Promise.allSettled(hosts.map(ask)))
  const searchAgain = async (): Promise<Route> => {
    const doubtsBefore = doubts
    try {
      route = await search()
      // If a new sign of a change came during the search, search again.
      answeredDoubts = doubtsBefore
      return route
    } finally {
      finding = undefined
    }
  }
  /** Finds the server. With `again` it searches even without a sign that the server has changed. */
  const find = async ({ again = false } = {}): Promise<Route> => {
    if (route && (isCertain || (doubts === answeredDoubts && !again))) return route
    finding ??= searchAgain()
    return finding
  }
  return {
    login,
    find,
    route: () => route,
    /** Call this if the server found last seems to have changed. The next connection then starts a search. */
    doubt: () => void doubts++,
    /** Whether a connection leads to another server than the last search found. */
    isElsewhere: (client: Host) => route !== undefined && !isSame(route, client),
  }
}

/** The ways to connect: with TLS, without TLS, or first with and then without. A Unix socket has no TLS. */
function tlsChoices({ tls }: DatabaseAddress, { host }: Host): boolean[] {
  if (tls === 'off' || host.startsWith('/')) return [false]
  return tls === 'on' ? [true] : [true, false]
}
/** `withTls` has no effect on a server that cannot have TLS. */
const routeTo = (address: DatabaseAddress, host: Host, withTls: boolean): Route => ({
  ...host,
  ssl: withTls && tlsChoices(address, host).includes(true) ? address.tlsOptions : false,
})

/**
 * Servers that accept writes come first, then those of the highest timeline, then the URL's order. If no
 * server answered, this throws one of their errors: a refusal of the login or the database's name if there is
 * one, or else the last error.
 */
function best(answers: PromiseSettledResult<Answer>[]): Route {
  const [bestAnswer] = answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    .toSorted(
      (left, right) =>
        Number(right.isWritable) - Number(left.isWritable) || right.timeline.localeCompare(left.timeline),
    )
  if (bestAnswer) return { host: bestAnswer.host, port: bestAnswer.port, ssl: bestAnswer.ssl }
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  throw errors.find(isRefusal) ?? errors.at(-1)
}

/**
 * Whether the server accepts writes, and its timeline, which increases with each promotion. The timeline is
 * the first eight characters of the WAL file's name. It is '' when there is no other server, or on a standby.
 */
async function askServer(
  config: pg.ClientConfig,
  hasRivals: boolean,
): Promise<Pick<Answer, 'isWritable' | 'timeline'>> {
  const client = new pg.Client({
    ...config,
    application_name: 'portal-find',
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Pick<Answer, 'isWritable' | 'timeline'>>(
      `select current_setting('transaction_read_only') = 'off' as "isWritable",
        case when $1 and not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) else '' end as timeline`,
      [hasRivals],
    )
    return rows[0] ?? { isWritable: false, timeline: '' }
  } finally {
    void client.end().catch(() => {})
  }
}

/**
 * Opens a connection outside the pool, to the server that accepts writes. When it breaks, its present or next
 * statement rejects, and nothing else happens.
 */
export async function openClient(servers: Servers, config: pg.ClientConfig): Promise<pg.Client> {
  const route = await servers.find()
  const client = new pg.Client({ keepAlive: true, ...config, ...servers.login, ...route })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    servers.doubt()
    throw error
  }
}

/** Ends a connection of `openClient`. */
export async function endClient(client: pg.Client): Promise<void> {
  const ended = new AbortController()
  const tooLong = wait(END_MS, undefined, { signal: ended.signal }).catch(() => {})
  await Promise.race([client.end().catch(() => {}), tooLong])
  ended.abort()
}
