import { type Db, type Sql, sql } from '../../server/database/connect.ts'

const CHANGES_JOBS = /\b(?:insert into|update|delete from|truncate) jobs\b/
/** The maximum wait for the portal: it is never notified after a test has cut its listening connection. */
const LONGEST_MS = 2_000

let changes = 0

/**
 * Wraps the owner's database connection. A statement that changes jobs ends only when the portal has dropped
 * its caches. Otherwise the portal would serve an old page for up to a fifth of a second, because the
 * database answers before it notifies. `own`: the portal's connection, not yet listening.
 */
export function waitingForCaches(db: Db, own: Db): Db {
  const { listen } = own
  const waiting = new Map<string, () => void>()
  own.listen = (channel, onNotify, onReconnect) => {
    const onMessage = (message?: { payload?: string }) => {
      onNotify()
      waiting.get(message?.payload ?? '')?.()
    }
    return listen(channel, onMessage, onReconnect)
  }
  async function waitUntilHeard() {
    const change = `change ${++changes}`
    const isHeard = new Promise<void>((resolve) => {
      waiting.set(change, resolve)
      setTimeout(resolve, LONGEST_MS).unref()
    })
    await db.run(sql`select pg_notify('jobs_changed', ${change})`)
    await isHeard
    waiting.delete(change)
  }
  const afterwards = async <Result>(query: Sql, ask: (query: Sql) => Promise<Result>) => {
    const result = await ask(query)
    if (CHANGES_JOBS.test(query.sql)) await waitUntilHeard()
    return result
  }
  return {
    ...db,
    rows: <Row>(query: Sql) => afterwards(query, db.rows<Row>),
    row: <Row>(query: Sql) => afterwards(query, db.row<Row>),
    run: (query) => afterwards(query, db.run),
  }
}
