import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import type { Log } from '../deps.ts'
import { codeOf, errorFields } from '../error-fields.ts'
import { connect, type Db, sql } from './connect.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { loadReference } from './reference/load.ts'
import { PORTAL_ROLE, whoIs } from './role.ts'
import { giveWay, LESS_URGENT } from '../urgency.ts'

/**
 * The database, ready: running, migrated, with its reference data. `background` and `bulk` work have
 * connections of their own, so that they never take one from a caller who waits for a reply.
 */
export type Opened = {
  db: Db
  background: Db
  bulk: Db
  url: string
  embedded: boolean
  close(): Promise<void>
}

const BACKGROUND_CONNECTIONS = 4
const BULK_CONNECTIONS = 2

// An acknowledged submission must survive a power cut (R2): these settings must be on.
const DURABILITY_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit']
// Without checksums a damaged page is read as if it were whole. This is only a warning: checksums are chosen
// when a cluster is made, and another person may have made it.
const CHECKSUMS = 'data_checksums'

async function assertDurable(db: Db, log: Log) {
  const rows = await db.rows<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where name = any(${[...DURABILITY_SETTINGS, CHECKSUMS]})`)
  for (const { name } of rows.filter(({ setting }) => setting === 'off')) {
    log(name === CHECKSUMS ? 'warn' : 'error', 'database.not_durable', { kind: name })
    if (name !== CHECKSUMS)
      throw new ConfigError(
        `The database runs with ${name} = off: a crash could lose what was acknowledged. Turn it on.`,
      )
  }
}

/** Codes of Node and of PostgreSQL: no server, or it refuses the role, the password or the database. */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  '28P01',
  '28000',
  '3D000',
])
const explainWhenUnreachable = async <Result>(setting: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    const code = codeOf(error)
    throw UNREACHABLE.has(code) ? new ConfigError(`${setting} cannot be reached (${code}).`) : error
  }
}

/** Migrates as the owner; resolves to the URL with which the portal itself works. */
async function prepare(config: Config, embedded: Embedded | undefined): Promise<string> {
  if (embedded) {
    await migrate(embedded.url, undefined, { name: PORTAL_ROLE, make: true })
    return embedded.urlAs(PORTAL_ROLE)
  }
  const { databaseUrl: url = '', databaseOwnerUrl: ownerUrl } = config
  if (ownerUrl) {
    const name = await explainWhenUnreachable('DATABASE_URL', whoIs(url))
    await explainWhenUnreachable('DATABASE_OWNER_URL', migrate(ownerUrl, undefined, { name }))
  } else await explainWhenUnreachable('DATABASE_URL', migrate(url))
  return url
}

/**
 * Opens the configured PostgreSQL, or the embedded one of DATA_DIR.
 * @throws ConfigError with one sentence when it cannot be reached or is not durable.
 */
export async function openDatabase(config: Config, log: Log): Promise<Opened> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded(config.dataDir, { onRestart: () => log('warn', 'database.restarted') })
  let db: Db | undefined
  let background: Db | undefined
  let bulk: Db | undefined
  const close = async () => {
    await bulk?.close()
    await background?.close()
    await db?.close()
    await embedded?.stop()
  }
  try {
    const url = await prepare(config, embedded)
    const onError = (error: Error) => log('warn', 'database.connection_lost', errorFields(error))
    db = connect(url, { onError })
    await assertDurable(db, log)
    await loadReference(db, config.organisation.acronym, log)
    background = connect(url, { onError, connections: BACKGROUND_CONNECTIONS, name: 'portal-background' })
    bulk = connect(url, {
      onError,
      connections: BULK_CONNECTIONS,
      name: 'portal-bulk',
      ...(embedded ? { onProcess: (pid) => giveWay(pid, LESS_URGENT.bulk) } : {}),
    })
    return { db, background, bulk, url, embedded: embedded !== undefined, close }
  } catch (error) {
    if (embedded?.adopted) {
      // A server that ran before us may be serving another process: it is left running.
      embedded.leave()
      await db?.close()
    } else await close()
    throw error
  }
}
