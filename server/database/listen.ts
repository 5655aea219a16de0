import pg from 'pg'
import { endClient, openClient, type Servers } from './servers.ts'

const CONNECT_MS = 10_000
const RECONNECT_MS = 500
const CHECK_EVERY_MS = 5_000
const CHECK_WITHIN_MS = 2_000

/** Calls `onNotify` for each notification of the database, and `onReconnect` after a possible loss. */
type Listen = (channel: string, onNotify: () => void, onReconnect: () => void) => Promise<void>

/**
 * Opens connections that only wait for database notifications, and opens them again when they break. Each is
 * checked every few seconds: a dead machine reports no error, and a standby sends no notifications.
 * Long: its functions share the state of one connection and the list of all connections.
 */
export function listeners(servers: Servers, onError: (error: Error) => void, checkEveryMs = CHECK_EVERY_MS) {
  /** For each open connection, the function that ends it. */
  const ends = new Set<() => Promise<void>>()
  let isClosed = false

  const listen: Listen = async (channel, onNotify, onReconnect) => {
    const client = await openClient(servers, {
      application_name: 'portal-listen',
      query_timeout: CONNECT_MS,
      connectionTimeoutMillis: CONNECT_MS,
    })
    let isListening = false
    /** True once this connection is being closed. A new one may replace it. */
    let isOver = false
    const end = async () => {
      if (isOver) return
      isOver = true
      clearInterval(timer)
      ends.delete(end)
      await endClient(client)
    }
    // One break of the connection may be reported several times. Only the first report leads to a new
    // connection. An error before the connection listens is thrown to the caller instead.
    const reconnect = () => {
      if (isOver || !isListening) return
      void end()
      if (isClosed) return
      const retry = () => void listen(channel, onNotify, onReconnect).then(onReconnect, retryLater)
      const retryLater = () => {
        if (!isClosed) setTimeout(retry, RECONNECT_MS).unref()
      }
      retryLater()
    }
    const check = () => {
      // Another database server has become the primary.
      if (servers.isElsewhere(client)) return reconnect()
      void isPrimary(client).then((primary) => {
        if (!primary) reconnect()
      }, reconnect)
    }
    const timer = setInterval(check, checkEveryMs).unref()
    ends.add(end)
    client.on('error', (error) => {
      onError(error)
      reconnect()
    })
    client.on('end', reconnect)
    client.on('notification', onNotify)
    try {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      isListening = true
    } catch (error) {
      servers.doubt()
      await end()
      throw error
    }
    // The listener was closed while this connection was being opened.
    if (isClosed) await end()
  }
  return {
    listen,
    async close() {
      isClosed = true
      await Promise.all([...ends].map((end) => end()))
    },
  }
}

/** The driver accepts a timeout for one query, although its type does not say so. */
type TimedQuery = pg.QueryConfig & { query_timeout: number }
const CHECK: TimedQuery = { text: 'select pg_is_in_recovery() as standby', query_timeout: CHECK_WITHIN_MS }
const isPrimary = async (client: pg.Client) =>
  (await client.query<{ standby: boolean }>(CHECK)).rows[0]?.standby === false
