import pg from 'pg'
import type { Portal } from './portal.ts'

/**
 * Writes all changed database pages to disk and updates the statistics of a filled database. This work would
 * otherwise slow down the next measurement.
 */
export async function settle({ databaseUrl }: Pick<Portal, 'databaseUrl'>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}
