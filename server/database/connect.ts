import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { listeners } from './listen.ts'
import { type Connections, isSilent, Pool, READ_ONLY } from './pool.ts'
import { seats } from './seats.ts'
import { type Servers, serversAt } from './servers.ts'
import { signOfLife } from './sign-of-life.ts'
import { codeOf } from '../error-fields.ts'

// The database as all other code sees it. `connect` opens a pool of connections. Its statements are limited
// in time, and urgent work goes first.

export { sql, type Sql }

/** What code may do with the database, also in a transaction. The rows' type is beside each query. */
export type Tx = {
  rows<Row>(query: Sql): Promise<Row[]>
  /** Returns the first row of the result, if any. */
  row<Row>(query: Sql): Promise<Row | undefined>
  /** Runs a statement and returns how many rows it wrote. */
  run(query: Sql): Promise<number>
}

export type Db = Tx & {
  /**
   * Runs `work` in one transaction, which is rolled back when `work` throws. After a deadlock or
   * serialisation failure it is tried again, at most twice.
   */
  tx<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * The same database for work that no one waits for. Each statement may take this many seconds instead of
   * 2.5 (T19). Outside `tx` each statement has its own transaction. `settings` are PostgreSQL's, for one
   * transaction.
   */
  patient(seconds: number, settings?: Record<string, string>): Db
  /**
   * The same database for urgent work. It gets a connection before other work, and some connections are
   * reserved for it.
   */
  urgent: Db
  /** How many callers wait for a connection, and the milliseconds they waited since the last call. */
  waits(): { waiting: number; ms: number }
  connections(): Connections
  /** Opens connections in advance, as far as the server allows. In a rush, opening them causes delays. */
  openUsual(): Promise<void>
  /**
   * Calls `onNotify` for each database notification (NOTIFY) on a channel until the pool is closed. After
   * each reconnection it calls `onReconnect`, because a notification may have been lost meanwhile.
   */
  listen(channel: string, onNotify: () => void, onReconnect: () => void): Promise<void>
  close(): Promise<void>
}

// Types of values: int8 counts and sums stay well below 2^53. Dates are civil dates, not instants.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const neverPrepared = new WeakSet<Sql>()
/**
 * Makes the database plan a statement each time it runs. A cached plan that was made for an empty table scans
 * the whole table. But a queue may be empty now, and hold a hundred thousand rows a minute later.
 */
export const plannedEachTime = (query: Sql): Sql => {
  neverPrepared.add(query)
  return query
}

const statementNames = new Map<string, string>()
/**
 * Every other statement is prepared once per connection, under a name made from its text. Names are stored
 * for all statements, so that `statements` lists all of them.
 */
const namedStatement = (query: Sql) => {
  let name = statementNames.get(query.text)
  if (name === undefined) {
    name = createHash('sha256').update(query.text).digest('base64url').slice(0, 20)
    statementNames.set(query.text, name)
  }
  return neverPrepared.has(query)
    ? { text: query.text, values: query.values }
    : { name, text: query.text, values: query.values }
}

/** All statements run so far, for a test that checks the plan of each. */
export const statements = (): string[] => [...statementNames.keys()]

/** A caller waits for each statement. So the database ends a statement that takes longer than this (T19). */
const STATEMENT_MS = 2_500
/** A database that hangs ends no statement, so this process closes a connection this long afterwards. */
const READ_MS = 500
const CONNECT_MS = 2_000
/** More than twelve reads at once only delay each other. Three connections more are for urgent work. */
const CONNECTIONS = 15
const RESERVED_FOR_URGENT = 3
const MAX_ATTEMPTS = 3

const executeBy = (execute: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Tx => ({
  async rows<Row>(query: Sql) {
    const { rows }: { rows: Row[] } = await execute(namedStatement(query))
    return rows
  },
  async row<Row>(query: Sql) {
    const { rows }: { rows: Row[] } = await execute(namedStatement(query))
    return rows[0]
  },
  run: async (query) => (await execute(namedStatement(query))).rowCount ?? 0,
})

/** The driver accepts a timeout for one query, although its type does not say so. */
type TimedQuery = pg.QueryConfig & { query_timeout?: number }
/** A query with its own time limit. Without `statementMs`, it has the limit of the pool. */
const within = (statementMs: number | undefined, query: pg.QueryConfig): TimedQuery =>
  statementMs ? { ...query, query_timeout: statementMs + READ_MS } : query

const SERIALISATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

const constraintOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.constraint : undefined)

/**
 * True when `error` is the violation of this unique constraint. A check before the insert could not prevent
 * it, because another transaction may insert meanwhile.
 */
export const isDuplicate = (error: unknown, constraint: string) =>
  codeOf(error) === UNIQUE_VIOLATION && constraintOf(error) === constraint

/** The name of the foreign key that an error reports as broken, if any. */
export const brokenForeignKey = (error: unknown): string | undefined =>
  codeOf(error) === FOREIGN_KEY_VIOLATION ? constraintOf(error) : undefined

type Options = {
  /** How many connections to the database the pool may open. */
  connections?: number
  /** How many of the pool's connections are reserved for urgent work. */
  reserve?: number
  name?: string
  onError?: (error: Error) => void
  /** Receives the process id of each connection, when the database server is on this machine. */
  onProcess?: (pid: number) => void
}

function openPool(servers: Servers, max: number, options: Options, onError: (error: Error) => void): Pool {
  const pool = new Pool(servers, {
    max,
    connectionTimeoutMillis: CONNECT_MS,
    // An idle connection is never closed, because opening one in a rush would delay callers. The server would
    // start a process for it, which reads the catalogue and makes all plans again.
    idleTimeoutMillis: 0,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + READ_MS,
    keepAlive: true,
    idle_in_transaction_session_timeout: 10_000,
    application_name: options.name ?? 'portal',
  })
  // A broken connection emits `error`, which ends this process when nothing listens. The pool removes its own
  // listener while a connection is in use, so there must be another (R5).
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('connect', (client) => {
    if ('processID' in client && typeof client.processID === 'number') options.onProcess?.(client.processID)
  })
  // The pool emits the error of an idle connection again. It is already reported above.
  pool.on('error', () => {})
  return pool
}

/** `begin` is the statement that starts the transaction. `statementMs` limits each statement after it. */
type TransactionOptions = { begin: string; statementMs?: number }

async function attemptTransaction<Result>(
  pool: Pool,
  work: (tx: Tx) => Promise<Result>,
  { statementMs, begin }: TransactionOptions,
): Promise<Result> {
  const client = await pool.take()
  try {
    await client.query(begin)
    const result = await work(executeBy((query) => client.query(within(statementMs, query))))
    await client.query(within(statementMs, { text: 'commit' }))
    pool.giveBack(client)
    return result
  } catch (error) {
    // A connection that no longer answers is closed instead of returned to the pool. So is a read-only one,
    // because a new connection may be able to write.
    const isUseless = error instanceof Error && (isSilent(error) || codeOf(error) === READ_ONLY)
    const discardReason = isUseless ? error : await rollbackFailure(client)
    pool.giveBack(client, discardReason)
    throw error
  }
}

/** Rolls back. Returns the error of a connection that cannot even do that; undefined when it could. */
const rollbackFailure = (client: pg.PoolClient): Promise<Error | undefined> =>
  client.query('rollback').then(
    () => undefined,
    (failure: Error) => failure,
  )

async function runTransaction<Result>(
  pool: Pool,
  work: (tx: Tx) => Promise<Result>,
  options: TransactionOptions = { begin: 'begin' },
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work, options)
    } catch (error) {
      const mayWorkNextTime = [SERIALISATION_FAILURE, DEADLOCK].includes(codeOf(error))
      if (attempt >= MAX_ATTEMPTS || !mayWorkNextTime) throw error
    }
  }
}

/** BEGIN and the settings are sent together: applying a decision list opens thousands of transactions. */
function beginWith(settings: Record<string, string>): string {
  const local = Object.entries(settings).map(
    ([name, value]) => `set local ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)}`,
  )
  return ['begin', ...local].join('; ')
}

/**
 * Opens a pool. It connects when first needed, so this does not fail without a database.
 * Long: its functions share one pool, the queue for it and the check that the database answers.
 */
export function connect(url: string, options: Options = {}): Db {
  let isClosed = false
  // Errors of connections that are being closed anyway are ignored.
  const onError = (error: Error) => {
    if (!isClosed) options.onError?.(error)
  }
  const { connections = CONNECTIONS } = options
  // A pool with its own size is for background work, which is never urgent.
  const defaultReserve = options.connections === undefined ? RESERVED_FOR_URGENT : 0
  const reserve = options.reserve ?? defaultReserve
  const connectionSeats = seats(connections, { reserve, waitMs: CONNECT_MS })
  const servers = serversAt(url)
  const pool = openPool(servers, connections, options, onError)
  const { listen, close: closeListeners } = listeners(servers, onError)
  const life = signOfLife(servers)

  const open = (isUrgent: boolean): Db => {
    // Waits until a database connection is free for this work.
    const inSeat = <Result>(work: () => Promise<Result>) => connectionSeats.during(isUrgent, work)
    // Callers wait for this work: it is refused when the database does not answer. Patient work waits.
    const inTime = <Result>(work: () => Promise<Result>) => life.refuseIfSilent(() => inSeat(work))
    const db: Db = {
      ...executeBy((query) => inTime(() => pool.ask(query))),
      tx: (work) => inTime(() => runTransaction(pool, work)),
      patient(seconds, settings = {}) {
        const statementMs = seconds * 1_000
        const begin = beginWith({ statement_timeout: String(statementMs), ...settings })
        const tx: Db['tx'] = (work) => inSeat(() => runTransaction(pool, work, { statementMs, begin }))
        return {
          ...db,
          tx,
          rows: (query) => tx((tx) => tx.rows(query)),
          row: (query) => tx((tx) => tx.row(query)),
          run: (query) => tx((tx) => tx.run(query)),
        }
      },
      // This is a getter, because `urgent` is assigned below, after this object was made.
      get urgent() {
        return urgent
      },
      waits: connectionSeats.waits,
      connections: () => ({ max: connections, ...pool.counts(), waiting: connectionSeats.waiting() }),
      async openUsual() {
        const takenClients = await Promise.allSettled(
          Array.from({ length: connections - reserve }, () => pool.take()),
        )
        for (const entry of takenClients) if (entry.status === 'fulfilled') pool.giveBack(entry.value)
      },
      listen,
      async close() {
        isClosed = true
        life.stop()
        await closeListeners()
        await pool.end()
      },
    }
    return db
  }
  const urgent = open(true)
  return open(false)
}
