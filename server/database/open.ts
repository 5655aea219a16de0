import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { explainErrors, openWhenReachable } from './away.ts'
import { connect, type Db } from './connect.ts'
import { assertDurable } from './durable.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { loadReference } from './load-reference.ts'
import { migrate } from './migrate.ts'
import { PORTAL_ROLE, whoIs } from './role.ts'
import { giveWay, LESS_URGENT } from '../urgency.ts'

/**
 * The database, ready for use: running, migrated, with its reference data. `background` and `bulk` work have
 * their own connections, so that they never take one from a caller who waits for a reply.
 */
export type Opened = {
  db: Db
  background: Db
  bulk: Db
  /** The database address with which the portal itself connects. */
  url: string
  /** True for the built-in database of DATA_DIR. */
  embedded: boolean
  /** Applies migrations and reference data that came with new code in the folder. */
  upgrade(): Promise<void>
  close(): Promise<void>
}

const BACKGROUND_CONNECTIONS = 4
const BULK_CONNECTIONS = 2
/**
 * How many connections for callers a single process has. Several processes together have at most four times
 * as many. But each has at least `FEWEST_CALLERS_CONNECTIONS`, even if the sum is larger then.
 */
const CALLERS_CONNECTIONS = 15
const FEWEST_CALLERS_CONNECTIONS = 8
/** How many of a process's connections for callers are reserved for urgent work. */
const RESERVED_FOR_URGENT = 3
const callersConnections = (workers: number) =>
  Math.max(
    FEWEST_CALLERS_CONNECTIONS,
    Math.min(CALLERS_CONNECTIONS, Math.floor((CALLERS_CONNECTIONS * 4) / workers)),
  )
const DEFAULT_MAX_CONNECTIONS = 100
/** How many database connections are not for worker processes. */
const SHARED_CONNECTIONS = 40
/** Further connections of a worker process. They are few: it does little background work. */
const OTHER_CONNECTIONS_PER_WORKER = 5
/** How many connections the built-in server admits: PostgreSQL's default, or more for many processes. */
const maxConnections = (workers: number) =>
  Math.max(
    DEFAULT_MAX_CONNECTIONS,
    SHARED_CONNECTIONS + workers * (callersConnections(workers) + OTHER_CONNECTIONS_PER_WORKER),
  )

/**
 * Migrates the database as its owner. Resolves to the URL with which the portal itself connects. `migrate`
 * uses the usual folder of migrations when it is given none.
 */
async function prepare(config: Config, embeddedServer: Embedded | undefined, log: Log): Promise<string> {
  if (embeddedServer) {
    await migrate(embeddedServer.url, undefined, { name: PORTAL_ROLE, make: true }, { log })
    return embeddedServer.urlAs(PORTAL_ROLE)
  }
  const { databaseUrl: url = '', databaseOwnerUrl: ownerUrl } = config
  const name = await explainErrors('DATABASE_URL', whoIs(url))
  // `whoIs` also refuses a database address that cannot be used.
  if (ownerUrl) {
    await explainErrors('DATABASE_OWNER_URL', whoIs(ownerUrl))
    await explainErrors('DATABASE_OWNER_URL', migrate(ownerUrl, undefined, { name }, { log }))
  } else await explainErrors('DATABASE_URL', migrate(url, undefined, undefined, { log }))
  return url
}

/**
 * Opens the PostgreSQL that the operator configured, or the built-in one of DATA_DIR. With `onWait` it
 * tries again as long as the configured one is unreachable, and calls `onWait` before that.
 * @throws ConfigError with one sentence when it refuses us, is not durable, or is unreachable.
 */
export async function openDatabase(
  config: Config,
  log: Log,
  { onWait }: { onWait?: (() => Promise<void>) | undefined } = {},
): Promise<Opened> {
  return config.databaseUrl
    ? openWhenReachable(() => openPrepared(config, log), { log, onWait })
    : openPrepared(config, log)
}

async function openPrepared(config: Config, log: Log): Promise<Opened> {
  const isEmbedded = config.databaseUrl === undefined
  const embeddedServer =
    isEmbedded && !config.worker
      ? await startEmbedded(config.dataDir, {
          archives: config.backup.to !== undefined,
          settings: { max_connections: String(maxConnections(config.workers)) },
          onRestart: () => log('warn', 'database.restarted'),
        })
      : undefined
  let db: Db | undefined
  let background: Db | undefined
  let bulk: Db | undefined
  const close = async () => {
    await bulk?.close()
    await background?.close()
    await db?.close()
    await embeddedServer?.stop()
  }
  try {
    // The primary process has prepared the database for its worker processes. One of the URLs is set.
    const url = config.worker
      ? (config.worker.databaseUrl ?? config.databaseUrl ?? '')
      : await prepare(config, embeddedServer, log)
    const onError = (error: Error) => log('warn', 'database.connection_lost', errorFields(error))
    const callers = connect(url, {
      onError,
      connections: callersConnections(config.workers),
      reserve: RESERVED_FOR_URGENT,
    })
    db = callers
    await callers.openUsual()
    const load = () => loadReference(callers, config.organisation.acronym, log)
    if (!config.worker) {
      await assertDurable(db, log)
      await load()
    }
    background = connect(url, { onError, connections: BACKGROUND_CONNECTIONS, name: 'portal-background' })
    bulk = connect(url, {
      onError,
      connections: BULK_CONNECTIONS,
      name: 'portal-bulk',
      ...(isEmbedded ? { onProcess: (pid) => giveWay(pid, LESS_URGENT.bulk) } : {}),
    })
    const upgrade = async () => {
      await prepare(config, embeddedServer, log)
      await load()
    }
    return { db, background, bulk, url, embedded: isEmbedded, upgrade, close }
  } catch (error) {
    if (embeddedServer?.adopted) {
      // A database server that already ran may also serve another process, so it is left running.
      embeddedServer.leave()
      await db?.close()
    } else await close()
    throw error
  }
}
