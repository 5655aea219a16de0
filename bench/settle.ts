import pg from 'pg'
import type { Portal } from './portal.ts'

/**
 * Writes all changed pages and updates the statistics of a filled database, so that this work does not slow
 * down what is measured next.
 */
export async function settle({ databaseUrl }: Pick<Portal, 'databaseUrl'>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}
