import net from 'node:net'
import pg from 'pg'

const READ_ONLY_MS = 1_000
const CANCEL_REQUEST = 80_877_102
const CANCEL_MS = 2_000

/** No answer came in time: a connection that is silent is not asked again. */
export const isSilent = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'

/**
 * Ends what a silent connection still does in the database, before it is dropped: behind a standby that
 * hangs, each dropped connection would keep its process until no more are available. Nothing of its work was
 * acknowledged. A server that demands TLS accepts this without:
 * the key is good for this one connection.
 */
export function cancel(client: pg.ClientBase) {
  const { processID, secretKey, host, port } = client as pg.ClientBase & {
    processID?: number
    secretKey?: number
    host: string
    port: number
  }
  if (!processID || secretKey === undefined) return
  const request = Buffer.alloc(16)
  for (const [index, value] of [16, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(value, index * 4)
  const socket = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
  socket.on('error', () => {}).setTimeout(CANCEL_MS, () => socket.destroy())
  socket.end(request)
}

/**
 * The driver's pool, which never keeps a connection to a read-only server (a standby, a demoted primary).
 * Such a connection serves reads for a second; then a new one is opened, which perhaps may write (R5).
 */
export class Pool extends pg.Pool {
  readonly #readOnlySince = new WeakMap<pg.ClientBase, number>()

  constructor(options: pg.PoolConfig) {
    const check = async (client: pg.PoolClient) => {
      const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
      if (rows[0]?.transaction_read_only === 'on') this.#readOnlySince.set(client, performance.now())
    }
    super({ ...options, verify: (client, done) => void check(client).then(() => done(), done) })
  }

  async take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.connect()
      const since = this.#readOnlySince.get(client)
      if (since === undefined || performance.now() - since < READ_ONLY_MS) return client
      client.release(true)
    }
  }

  /** Returns a connection to the pool, or discards it because of this error. */
  giveBack(client: pg.PoolClient, error?: Error) {
    if (isSilent(error)) cancel(client)
    client.release(error)
  }

  async ask(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const client = await this.take()
    try {
      const result = await client.query(query)
      this.giveBack(client)
      return result
    } catch (error) {
      this.giveBack(client, error as Error)
      throw error
    }
  }
}
