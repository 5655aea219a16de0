import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import type { Log } from '../deps.ts'
import { connect, type Db, sql } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { loadReference } from './reference/load.ts'

/** The database, ready: running, migrated, with its reference data. */
export type Opened = { db: Db; url: string; embedded: boolean; close(): Promise<void> }

// An acknowledged submission must survive a power cut (R2): these are not a matter of taste.
const PROMISES = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

async function assertDurable(db: Db, log: Log) {
  const rows = await db.rows<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where name = any(${[...PROMISES]})`)
  for (const { name, setting } of rows) {
    if (setting === 'off') {
      log('error', 'database.not_durable', { kind: name })
      throw new ConfigError(`The database runs with ${name} = off: a crash could lose what was acknowledged. Turn it on.`)
    }
  }
}

/**
 * Opens the configured PostgreSQL, or the embedded one of DATA_DIR.
 * @throws ConfigError with one sentence when it cannot be reached or is not durable.
 */
export async function openDatabase(config: Config, log: Log): Promise<Opened> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, { onRestart: () => log('warn', 'database.restarted') })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  try {
    await migrate(url)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT' || code === '28P01' || code === '3D000') {
      throw new ConfigError(`DATABASE_URL cannot be reached (${code}).`)
    }
    throw error
  }
  const db = connect(url, { onError: (error) => log('warn', 'database.connection_lost', { error: error.name }) })
  await assertDurable(db, log)
  await loadReference(db, config.organisation.acronym)
  return {
    db,
    url,
    embedded: embedded !== undefined,
    async close() {
      await db.close()
      await embedded?.stop()
    },
  }
}
