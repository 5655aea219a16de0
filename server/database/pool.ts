import net from 'node:net'
import pg from 'pg'
import { codeOf } from '../error-fields.ts'
import type { Servers } from './servers.ts'

// The pool of connections to the database. After a failover it opens connections to the new primary server.

/** PostgreSQL's error code for a write on a standby. */
export const READ_ONLY = '25006'
/** How long a connection to a read-only server still serves reads, in milliseconds. */
const READ_ONLY_MS = 1_000
/** The code in PostgreSQL's protocol for a request to cancel a statement. */
const CANCEL_REQUEST = 80_877_102
const CANCEL_REQUEST_BYTES = 16
const CANCEL_MS = 2_000

/** The error when a connection did not answer in time. Such a connection is not used again. */
export const isSilent = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'

/** The driver has these two fields, although its type does not say so. */
const hasCancelKey = (client: pg.Client): client is pg.Client & { processID: number; secretKey: number } =>
  'processID' in client &&
  Boolean(client.processID) &&
  'secretKey' in client &&
  client.secretKey !== undefined

/**
 * Ends what a silent connection still does in the database, before it is closed. While a synchronous standby
 * hangs, commits wait for it. Each closed connection would keep its process of the server, until the server
 * accepts no more connections. Nothing of its work was confirmed. The request is sent without TLS,
 * which every server accepts. Its key is good for this one connection.
 */
function cancel(client: pg.Client) {
  if (!hasCancelKey(client)) return
  const { processID, secretKey, host, port } = client
  // Four numbers in PostgreSQL's protocol: the length, the kind of request, the process and its key.
  const request = Buffer.alloc(CANCEL_REQUEST_BYTES)
  for (const [index, value] of [CANCEL_REQUEST_BYTES, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4)
  // The driver also accepts a folder as the host: the folder of the server's Unix socket.
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
  socket.on('error', () => {}).setTimeout(CANCEL_MS, () => socket.destroy())
  socket.end(request)
}

/** The state of a pool of connections. `waiting`: how much work waits for a connection. */
export type Connections = { max: number; total: number; idle: number; waiting: number }

/**
 * The driver's pool, which never keeps a connection to a read-only server (a standby, a demoted primary).
 * Such a connection serves reads for a second. Then a new one is opened, which may be able to write (R5).
 * After a failover no connection to the earlier server is used again.
 */
export class Pool extends pg.Pool {
  readonly #servers: Servers
  readonly #readOnlySince = new WeakMap<pg.ClientBase, number>()

  constructor(servers: Servers, options: pg.PoolConfig) {
    /** Runs on each new database connection before its first use. */
    const checkWhetherReadOnly = async (client: pg.PoolClient) => {
      const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
      if (rows[0]?.transaction_read_only === 'on') this.#readOnlySince.set(client, performance.now())
    }
    /** Connects to the server that the last search found. The driver itself knows only one server. */
    class RoutedClient extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, ...servers.login, ...servers.route() })
      }
    }
    super({
      ...options,
      Client: RoutedClient,
      verify: (client, done) => void checkWhetherReadOnly(client).then(() => done(), done),
    })
    this.#servers = servers
  }

  counts = () => ({ total: this.totalCount, idle: this.idleCount })

  /** A connection for this caller only, who must return it. */
  async take(): Promise<pg.PoolClient> {
    for (;;) {
      await this.#servers.find()
      const client = await this.connect().catch((error: unknown) => {
        this.#servers.doubt()
        throw error
      })
      if (!this.#isOutdated(client)) return client
      // With `true`, this closes the connection instead of returning it to the pool.
      client.release(true)
    }
  }

  /**
   * Whether the connection's server was read-only for too long, or is not the one that the last search found.
   */
  #isOutdated(client: pg.PoolClient): boolean {
    const since = this.#readOnlySince.get(client)
    const isReadOnly = since !== undefined && performance.now() - since >= READ_ONLY_MS
    if (isReadOnly) this.#servers.doubt()
    return isReadOnly || this.#servers.isElsewhere(client)
  }

  /** Returns a connection to the pool, or closes it because of this error. */
  giveBack(client: pg.PoolClient, error?: Error) {
    if (isSilent(error)) cancel(client)
    if (isSilent(error) || codeOf(error) === READ_ONLY) this.#servers.doubt()
    client.release(error)
  }

  /** Runs one SQL statement outside a transaction. */
  async ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.take()
    try {
      const result = await client.query(query)
      this.giveBack(client)
      return result
    } catch (error) {
      this.giveBack(client, error instanceof Error ? error : new Error('The query failed.'))
      throw error
    }
  }
}
