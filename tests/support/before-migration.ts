import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../server/database/migrate.ts'
import { freshDatabase } from './database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../server/database/migrations')

/**
 * A database as the version before this migration left it. A test may add single rows, without the accounts
 * and jobs to which the rows refer.
 */
export async function databaseBefore(migration: string) {
  const database = await freshDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  for (const name of readdirSync(MIGRATIONS).filter((file) => file < migration))
    cpSync(join(MIGRATIONS, name), join(folder, name))
  await migrate(database.url, folder)
  // In this database role, PostgreSQL checks no foreign keys.
  await client.query('set session_replication_role = replica')
  return {
    client,
    async migrate() {
      cpSync(join(MIGRATIONS, migration), join(folder, migration))
      await migrate(database.url, folder)
    },
    async drop() {
      await client.end()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}
