import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Portal } from './portal.ts'

// A connection tells what it has done when it has been idle for ten seconds, at the latest.
const STATISTICS_DELAY_MS = 12_000

/**
 * Runs `load`, which answers how many requests were made, and makes sure that the database was asked for
 * each: a rate "without the cache" in which the cache took part would mean nothing. One statement may answer
 * all requests that wait at once, which are at most `connections`.
 * @throws Error when fewer statements were run.
 */
export async function assertUncached(
  portal: Portal,
  connections: number,
  load: () => Promise<number>,
): Promise<void> {
  const client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
  const countTransactions = async () =>
    Number(
      (await client.query("select xact_commit from pg_stat_database where datname = 'postgres'")).rows[0]
        ?.xact_commit,
    )
  try {
    await wait(STATISTICS_DELAY_MS)
    const before = await countTransactions()
    const requests = await load()
    await wait(STATISTICS_DELAY_MS)
    const statements = (await countTransactions()) - before
    if (statements * connections < requests)
      throw new Error(
        `${requests} requests were only ${statements} statements: the cache answered the others`,
      )
  } finally {
    await client.end()
  }
}
