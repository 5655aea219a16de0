import { ConfigError } from '../config.ts'
import type { Log } from '../deps.ts'
import { type Db, sql } from './connect.ts'

/** Each setting must have one of these values: a confirmed submission must survive a power cut (R2). */
const DURABILITY_SETTINGS: Record<string, string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  // With a synchronous standby, a weaker setting confirms what the standby does not have yet. `remote_apply`
  // is stronger than `on`. A cluster manager may name its standbys after we start. So this check is the same
  // with and without a standby.
  synchronous_commit: ['on', 'remote_apply'],
}
// Without checksums a damaged page is read as if it were whole. This is only a warning: checksums are chosen
// when a cluster is created, perhaps by another person.
const CHECKSUMS = 'data_checksums'

/** @throws ConfigError when a database crash or failover could lose a confirmed submission. */
export async function assertDurable(db: Db, log: Log) {
  const names = [...Object.keys(DURABILITY_SETTINGS), CHECKSUMS]
  const rows = await db.rows<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name = any(${names})`,
  )
  for (const { name, setting } of rows) {
    const allowed = name === CHECKSUMS ? ['on'] : (DURABILITY_SETTINGS[name] ?? [])
    if (allowed.includes(setting)) continue
    log(name === CHECKSUMS ? 'warn' : 'error', 'database.not_durable', { kind: name })
    if (name !== CHECKSUMS)
      throw new ConfigError(
        `The database runs with ${name} = ${setting}: a crash could lose what was acknowledged. Set it to on.`,
      )
  }
}
