import pg from 'pg'
import type { Portal } from './portal.ts'

/**
 * What filling leaves behind, pages to be written and rows to be looked through, is done with before anything
 * is measured.
 */
export async function settle({ databaseUrl }: Pick<Portal, 'databaseUrl'>) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  await client.end()
}
