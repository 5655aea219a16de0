import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { isSilent, Pool } from './pool.ts'
import { seats } from './seats.ts'
import { signOfLife } from './sign-of-life.ts'
import { codeOf } from '../error-fields.ts'

export { sql, type Sql }

/** What a store may do, in a transaction or outside one. Rows are typed beside their query. */
export type Tx = {
  rows<Row>(query: Sql): Promise<Row[]>
  /** The first row, if any. */
  row<Row>(query: Sql): Promise<Row | undefined>
  /** How many rows were written. */
  run(query: Sql): Promise<number>
}

export type Db = Tx & {
  /**
   * One transaction; rolled back when `work` throws. A deadlock or serialisation failure is tried again, at
   * most twice.
   */
  tx<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * The same database for work that no one waits for: each statement may take this many seconds instead of
   * 2.5 (T19). Outside `tx` each statement has its own transaction. `settings` of PostgreSQL apply to the
   * transaction.
   */
  patient(seconds: number, settings?: Record<string, string>): Db
  /**
   * The same database for work that must not wait behind other work for a connection: it goes first, and has
   * some reserved.
   */
  urgent: Db
  /** How many callers wait for a connection, and the milliseconds waited since the last call. */
  waits(): { waiting: number; ms: number }
  /**
   * Calls `heard` for each NOTIFY on a channel for as long as the pool lives, across reconnections. After
   * each reconnection it calls
   * `missed`, because a notification may have been lost meanwhile.
   */
  listen(channel: string, heard: () => void, missed: () => void): Promise<void>
  close(): Promise<void>
}

// int8 counts and sums stay well below 2^53; dates are civil dates, not instants.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const anew = new WeakSet<Sql>()
/**
 * Plans the statement each time it runs. A cached plan made for an empty table scans the whole table, and a
 * queue that was empty holds a hundred thousand rows a minute later.
 */
export const plannedEachTime = (query: Sql): Sql => {
  anew.add(query)
  return query
}

const names = new Map<string, string>()
/** Every other statement is prepared once per connection, under a name made from its text. */
const named = (query: Sql) => {
  let name = names.get(query.text)
  if (name === undefined) {
    name = createHash('sha256').update(query.text).digest('base64url').slice(0, 20)
    names.set(query.text, name)
  }
  return anew.has(query)
    ? { text: query.text, values: query.values }
    : { name, text: query.text, values: query.values }
}

/** The statements prepared so far, for the test that plans each of them. */
export const statements = (): string[] => [...names.keys()]

/** A caller waits for each statement (T19): the database itself ends one that takes longer. */
const STATEMENT_MS = 2_500
// A stopped database ends nothing itself: a little later we give up the connection from here (R5).
const READ_MS = 500
const CONNECT_MS = 2_000
const CONNECTIONS = 15
// Three are reserved for urgent work, which also goes first. Reads have as many as before; more than twelve
// only delay each other.
const KEPT = 3

const asking = (ask: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Tx => ({
  rows: async <Row>(query: Sql) => (await ask(named(query))).rows as Row[],
  row: async <Row>(query: Sql) => (await ask(named(query))).rows[0] as Row | undefined,
  run: async (query: Sql) => (await ask(named(query))).rowCount ?? 0,
})
// Its type does not say so, but a query may have a timeout of its own.
const within = (statementMs: number | undefined, query: pg.QueryConfig) =>
  statementMs ? ({ ...query, query_timeout: statementMs + READ_MS } as pg.QueryConfig) : query
const using = (client: pg.PoolClient, statementMs?: number): Tx =>
  asking((query) => client.query(within(statementMs, query)))

const TRY_AGAIN = new Set(['40001', '40P01'])
const READ_ONLY = '25006'

/**
 * True when `error` is the violation of this unique constraint: the database decides uniqueness, never a
 * lookup before.
 */
export const isDuplicate = (error: unknown, constraint: string) =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint

/** The name of the foreign key that `error` reports as broken, if any. */
export const brokenForeignKey = (error: unknown): string | undefined =>
  codeOf(error) === '23503' ? (error as { constraint?: string }).constraint : undefined

/** How a transaction begins, and how long each of its statements may take when not the default. */
type How = { begin: string; statementMs?: number }

type Options = {
  connections?: number
  /** How many of them are reserved for urgent work. */
  keep?: number
  name?: string
  onError?: (error: Error) => void
  /** Receives the process id of each connection, when the server is on this machine. */
  onProcess?: (pid: number) => void
}

export function connect(url: string, options: Options = {}): Db {
  let closed = false
  // Errors of connections that are being closed anyway are not reported.
  const onError = (error: Error) => void (closed || options.onError?.(error))
  const { connections: max = CONNECTIONS, keep = options.connections === undefined ? KEPT : 0 } = options
  const held = seats(max, { keep, waitMs: CONNECT_MS })
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    // Opened once and reused: a new one in the middle of a rush is a process, its catalogue and all its
    // plans, and the rest of the rush waits for it.
    idleTimeoutMillis: 0,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + READ_MS,
    keepAlive: true,
    idle_in_transaction_session_timeout: 10_000,
    application_name: options.name ?? 'portal',
  })
  // A broken connection emits `error`, which ends the process when nothing listens. It must have a listener
  // at every moment, and the pool removes its own while the connection is in use (R5).
  pool.on('connect', (client) => client.on('error', onError))
  const { onProcess } = options
  if (onProcess)
    pool.on('connect', (client) => onProcess((client as pg.PoolClient & { processID: number }).processID))
  pool.on('error', () => {})
  const listeners: pg.Client[] = []
  const life = signOfLife(url)

  const once = async <Result>(
    work: (tx: Tx) => Promise<Result>,
    { statementMs, begin }: How,
  ): Promise<Result> => {
    const client = await pool.take()
    try {
      await client.query(begin)
      const result = await work(using(client, statementMs))
      await client.query(within(statementMs, { text: 'commit' }))
      pool.giveBack(client)
      return result
    } catch (error) {
      // A connection that cannot even roll back is discarded, not returned; so is a read-only one, because a
      // new one perhaps may write.
      const broken =
        isSilent(error) || codeOf(error) === READ_ONLY
          ? (error as Error)
          : await client.query('rollback').then(
              () => undefined,
              (failure: Error) => failure,
            )
      pool.giveBack(client, broken)
      throw error
    }
  }

  const hear = async (channel: string, onNotify: () => void, missed: () => void): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'portal-listen',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    const again = () => {
      const position = listeners.indexOf(client)
      if (position < 0) return
      listeners.splice(position, 1)
      if (!closed) setTimeout(() => hear(channel, onNotify, missed).then(missed, again), 500).unref()
    }
    client.on('error', (error) => {
      onError(error)
      again()
    })
    client.on('end', again)
    client.on('notification', onNotify)
    listeners.push(client)
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  }

  const repeated = async <Result>(
    work: (tx: Tx) => Promise<Result>,
    how: How = { begin: 'begin' },
  ): Promise<Result> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await once(work, how)
      } catch (error) {
        if (attempt >= 2 || !TRY_AGAIN.has(codeOf(error))) throw error
      }
    }
  }

  const through = (urgent: boolean): Db => {
    const sit = <Result>(work: () => Promise<Result>) => life.within(() => held.during(urgent, work))
    const its: Db = {
      ...asking((query) => sit(() => pool.ask(query))),
      tx: (work) => sit(() => repeated(work)),
      patient(seconds, settings = {}) {
        const statementMs = seconds * 1_000
        // BEGIN and SET LOCAL in one round trip: a list of decisions in small parts opens thousands of
        // transactions.
        const all = Object.entries({ statement_timeout: String(statementMs), ...settings })
        const local = all.map(
          ([name, value]) => `set local ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)}`,
        )
        const begin = ['begin', ...local].join('; ')
        const tx = <Result>(work: (tx: Tx) => Promise<Result>) =>
          held.during(urgent, () => repeated(work, { statementMs, begin }))
        return {
          ...its,
          tx,
          rows: (query) => tx((tx) => tx.rows(query)),
          row: (query) => tx((tx) => tx.row(query)),
          run: (query) => tx((tx) => tx.run(query)),
        }
      },
      get urgent() {
        return first
      },
      waits: held.waits,
      listen: hear,
      async close() {
        closed = true
        life.stop()
        await Promise.all(listeners.splice(0).map((client) => client.end()))
        await pool.end()
      },
    }
    return its
  }
  const first = through(true)
  return through(false)
}
