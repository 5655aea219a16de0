import type pg from 'pg'
import { endClient, openClient, type Servers, serversAt } from './servers.ts'

// A lease lets only one process of all machines do some work at a time, such as housekeeping.

/** A process that does not answer for this long loses its leases, because the database ends its session. */
const SILENT_MS = 30_000
const PING_MS = 5_000
const ANSWER_MS = 3_000
const CONNECT_MS = 10_000

/** The driver accepts a timeout for one query, although its type does not say so. */
type TimedQuery = pg.QueryConfig & { query_timeout: number }

/** Leases for work that only one process of all machines does at a time. */
export type Leases = {
  /** Does the work if this process holds its lease or gets it now. Otherwise resolves to undefined. */
  during<Result>(name: string, work: () => Promise<Result>): Promise<Result | undefined>
  close(): Promise<void>
}

/**
 * A database session. `held`: the names of the leases that it holds. `lastAnswer` resolves when the statement
 * sent last has ended. Only then is the next one sent.
 */
type Session = { client: pg.Client; held: Set<string>; lastAnswer: Promise<unknown> }

const ask = <Row extends pg.QueryResultRow>(session: Session, text: string, values: unknown[] = []) => {
  const query: TimedQuery = { text, values, query_timeout: ANSWER_MS }
  const answer = session.lastAnswer.then(() => session.client.query<Row>(query))
  session.lastAnswer = answer.catch(() => {})
  return answer
}

async function openSession(servers: Servers, silentMs: number, onEnd: () => void): Promise<Session> {
  const client = await openClient(servers, {
    application_name: 'portal-lease',
    connectionTimeoutMillis: CONNECT_MS,
  })
  client.on('end', onEnd)
  client.on('error', onEnd)
  const session: Session = { client, held: new Set(), lastAnswer: Promise.resolve() }
  try {
    await ask(session, `select set_config('idle_session_timeout', $1, false)`, [String(silentMs)])
    return session
  } catch (error) {
    void endClient(client)
    throw error
  }
}

/**
 * Leases are advisory locks of one database session, so they end with the session: when the process, the
 * machine or the network fails. A process that hangs stops its pings, and the database ends its session after
 * `silentMs`. A process that wakes up after that may finish its pass while its successor works. So each pass
 * must allow that: it takes rows under locks, or writes the same bytes again.
 */
export function openLeases(url: string, { silentMs = SILENT_MS, pingMs = PING_MS } = {}): Leases {
  const servers = serversAt(url)
  let session: Promise<Session> | undefined
  /** Forgets a session that failed, and its leases. A statement that was sent still gets its answer. */
  const drop = (ended: Promise<Session>) => {
    if (session === ended) session = undefined
    servers.doubt()
    void ended.then(({ client, lastAnswer }) => lastAnswer.then(() => client.end())).catch(() => {})
  }
  const openedOrNew = (): Promise<Session> => {
    if (session) return session
    const opening = openSession(servers, silentMs, () => drop(opening))
    opening.catch(() => drop(opening))
    session = opening
    return opening
  }
  const ping = async () => {
    const pinged = session
    if (!pinged) return
    try {
      const { rows } = await ask<{ read_only: string }>(
        await pinged,
        `select current_setting('transaction_read_only') as read_only`,
      )
      // A lock on a standby, or on a server that is no longer the primary, does not stop other processes.
      if (rows[0]?.read_only === 'on') drop(pinged)
    } catch {
      drop(pinged)
    }
  }
  const timer = setInterval(() => void ping(), pingMs).unref()

  /** Whether this process holds the lease. If no process does, this one may get the lease now. */
  const holdsOrGets = async (name: string): Promise<boolean> => {
    const opened = openedOrNew()
    const openedSession = await opened
    const { held } = openedSession
    if (held.has(name)) return true
    // A lock on a standby does not stop other processes, so there a process gets no lease. The lock has
    // two numbers: the first is the same for all leases, the second is made from the name.
    const text = `
      select case when current_setting('transaction_read_only') = 'off'
        then pg_try_advisory_lock(hashtext('portal-lease'), hashtext($1)) else false end as ours`
    const { rows } = await ask<{ ours: boolean }>(openedSession, text, [name]).catch((error: unknown) => {
      drop(opened)
      throw error
    })
    if (rows[0]?.ours) held.add(name)
    return rows[0]?.ours === true
  }
  return {
    during: async (name, work) => ((await holdsOrGets(name)) ? work() : undefined),
    async close() {
      clearInterval(timer)
      const closing = session
      session = undefined
      await closing?.then(({ client }) => endClient(client)).catch(() => {})
    },
  }
}

/** One pass of some work. It resolves to a number for its caller, such as a count of rows, or to nothing. */
type Pass = (stopping: AbortSignal) => Promise<number | undefined> | Promise<void>

/**
 * Makes a pass that only the process with a lease does. In other processes it resolves to undefined. Without
 * leases, as in tests, every process does it.
 */
export const underLease =
  (
    leases: Leases | undefined,
    name: string,
    pass: Pass,
  ): ((stopping: AbortSignal) => Promise<number | undefined>) =>
  async (stopping) => {
    // `?? undefined` is only for the type, because a pass may resolve to nothing.
    const work = async () => (await pass(stopping)) ?? undefined
    return leases ? leases.during(name, work) : work()
  }
