import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Portal } from './portal.ts'

// An idle database connection reports its statistics after at most ten seconds.
const STATISTICS_DELAY_MS = 12_000

/**
 * Runs `load`, which returns its number of requests, and checks that the cache answered none of them.
 * Requests that wait at the same time may share one statement, and at most `connections` wait at once. So the
 * database must run at least one statement for every `connections` requests.
 * @throws Error when there were fewer statements.
 */
export async function assertUncached(
  portal: Portal,
  connections: number,
  load: () => Promise<number>,
): Promise<void> {
  const client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
  // The database counts transactions. Each of these statements is a transaction of its own.
  const countStatements = async () =>
    Number(
      (await client.query("select xact_commit from pg_stat_database where datname = 'postgres'")).rows[0]
        ?.xact_commit,
    )
  try {
    await wait(STATISTICS_DELAY_MS)
    const before = await countStatements()
    const requests = await load()
    await wait(STATISTICS_DELAY_MS)
    const statements = (await countStatements()) - before
    if (statements * connections < requests)
      throw new Error(
        `${requests} requests were only ${statements} statements: the cache answered the others`,
      )
  } finally {
    await client.end()
  }
}
