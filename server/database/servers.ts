import pg from 'pg'
import { type DatabaseAddress, databaseAddress, type Host } from '../database-address.ts'
import { codeOf } from '../error-fields.ts'

// Finds which of several database servers accepts writes, and connects to it.

/** The limit for the answer of a server. All servers are asked at once. */
const ASK_MS = 1_000
/** The driver's message for a server that was set up without TLS. */
export const NO_TLS = 'The server does not support SSL connections'

/** What the driver needs to reach one server. */
type Route = Host & { ssl: pg.ClientConfig['ssl'] }
type Answer = Route & { isWritable: boolean; timeline: string }

/**
 * Errors of the login (28…) or of the database's name (3D…). Waiting does not help, so they tell the operator
 * more than a server that is away.
 */
const isRefusal = (error: unknown) => /^(?:28|3D)/.test(codeOf(error))
const isSame = (left: Host, right: Host) => left.host === right.host && left.port === right.port

export type Servers = ReturnType<typeof serversAt>

/**
 * The servers that a URL names. `find` looks for the one that accepts writes, unless it is known. If two do,
 * it takes the one that was promoted last: the other is an old primary that came back. If none does, it takes
 * one for reads, so that pages are still served until a standby is promoted (R5).
 */
export function serversAt(url: string) {
  const address = databaseAddress(url)
  if ('fault' in address) throw new Error(`A database address ${address.fault}.`)
  const { hosts, login } = address
  // One server with one way to connect: there is nothing to look for.
  const isCertain = hosts.length === 1 && hosts.every((host) => tlsChoices(address, host).length === 1)
  /** The server found last; undefined before the first search. */
  let route = isCertain ? hosts.map((host) => routeTo(address, host, true))[0] : undefined
  /** Signs against the server found last, and how many of them a later search has answered. */
  let [doubts, answeredDoubts] = [1, 0]
  let finding: Promise<Route> | undefined

  const ask = async (host: Host): Promise<Answer> => {
    for (const withTls of tlsChoices(address, host)) {
      const candidate = routeTo(address, host, withTls)
      const answer = await askServer({ ...login, ...candidate }, hosts.length > 1).catch((error: unknown) => {
        // A server that lacks TLS is asked again without it, if the address allows that.
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
      // A doubt that came meanwhile needs another search.
      answeredDoubts = doubtsBefore
      return route
    } finally {
      finding = undefined
    }
  }
  /** With `again` it looks even when there was no sign against the server found last. */
  const find = async ({ again = false } = {}): Promise<Route> => {
    if (route && (isCertain || (doubts === answeredDoubts && !again))) return route
    finding ??= searchAgain()
    return finding
  }
  return {
    login,
    find,
    route: () => route,
    /** Call it after a sign against the server found last: the next connection looks again. */
    doubt: () => void doubts++,
    /** Whether a connection leads to another server than the one that was found last. */
    isElsewhere: (client: Host) => route !== undefined && !isSame(route, client),
  }
}

/** With TLS, without it, or first the one and then the other. A Unix socket has none. */
function tlsChoices({ tls }: DatabaseAddress, { host }: Host): boolean[] {
  if (tls === 'off' || host.startsWith('/')) return [false]
  return tls === 'on' ? [true] : [true, false]
}
/** `withTls` has no effect where the server cannot have TLS. */
const routeTo = (address: DatabaseAddress, host: Host, withTls: boolean): Route => ({
  ...host,
  ssl: withTls && tlsChoices(address, host).includes(true) ? address.tlsOptions : false,
})

/** A server that accepts writes comes first, then the highest timeline, then the order of the URL. */
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
 * Whether the server accepts writes, and its timeline, which grows with each promotion. The timeline is the
 * first eight characters of the WAL file's name; '' when there is no other server, or on a standby.
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
 * A connection outside the pool, to the server that accepts writes. When it breaks, its present or next
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
