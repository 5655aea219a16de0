import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../deps.ts'
import { codeOf } from '../error-fields.ts'
import { grantRowAccess, startClient } from './role.ts'

const LOCK = "hashtext('portal-migrate')"
const POLL_MS = 50

/** A start that waits longer for the lock of migrations logs the database process that holds it. */
const SAY_AFTER_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'
/** The pause before a migration is tried again, because a table that it needs was in use. */
const RETRY_MS = 1_000
const MAX_ATTEMPTS = 30

// This is our own code instead of the library node-pg-migrate. It also gives the portal's role its rights,
// and refuses a file that was edited after it had been applied.

type Options = { log?: Log; sayAfterMs?: number }

/**
 * Brings the database to the present schema: the numbered files of `folder`, in order, each once and in one
 * transaction. Safe when several processes start at once. `role` is the role that reads and writes rows
 * afterwards, if it is not the one that migrates. With `make` that role is created if it does not exist.
 * Returns the files it applied.
 * @throws Error naming the file when one fails, or was edited after it had been applied.
 */
export async function migrate(
  url: string,
  folder = join(import.meta.dirname, 'migrations'),
  role?: { name: string; make?: boolean },
  { log = () => {}, sayAfterMs = SAY_AFTER_MS }: Options = {},
): Promise<string[]> {
  const client = await startClient(url)
  try {
    await takeLock(client, log, sayAfterMs)
    // While a migration waits for a table, all later users of that table wait too. So a migration waits for
    // two seconds at most, and `applyWithRetries` tries again later.
    await client.query("set lock_timeout = '2s'")
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query('select name, sha256 from schema_migrations')
    const applied = new Map<string, string>(rows.map((row) => [row.name, row.sha256]))
    const newlyApplied: string[] = []
    const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
    for (const name of files.sort()) {
      const text = readFileSync(join(folder, name), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const appliedSha256 = applied.get(name)
      if (appliedSha256 === sha256) continue
      if (appliedSha256 !== undefined) throw new Error(`migration ${name} was edited after it was applied`)
      await applyWithRetries(client, { name, text, sha256 }, log)
      newlyApplied.push(name)
    }
    if (role) await grantRowAccess(client, role.name, role)
    return newlyApplied
  } finally {
    await client.end()
  }
}

/**
 * Takes the lock of migrations by trying repeatedly. Waiting in pg_advisory_lock would hold a snapshot, which
 * deadlocks with CREATE INDEX CONCURRENTLY. Another start or an abandoned session may hold the lock.
 */
async function takeLock(client: pg.Client, log: Log, sayAfterMs: number) {
  /** Since this time nothing about the wait was logged. */
  let silentSinceMs = performance.now()
  const isOurs = async () => (await client.query(`select pg_try_advisory_lock(${LOCK}) as ours`)).rows[0].ours
  while (!(await isOurs())) {
    if (performance.now() - silentSinceMs >= sayAfterMs) {
      silentSinceMs = performance.now()
      log('warn', 'migration.waiting', { kind: 'another start', id: await holder(client) })
    }
    await wait(POLL_MS)
  }
}

/**
 * The id of the database process that holds the lock of migrations; 0 when none does. `pg_locks` shows the
 * lock's number in two halves: `classid` is the high one. `objsubid` is 1 for locks that have one number, and
 * 2 for locks that have two.
 */
async function holder(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(`
    select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = ${LOCK}::bigint`)
  return rows[0]?.pid ?? 0
}

type Migration = { name: string; text: string; sha256: string }

/** Applies a migration. If a table that it needs is in use for too long, it tries again later. */
async function applyWithRetries(client: pg.Client, migration: Migration, log: Log) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(client, migration)
    } catch (error) {
      // `apply` adds the name of the file to the database's error.
      const { cause } = error as Error
      if (attempt === MAX_ATTEMPTS || codeOf(cause) !== LOCK_NOT_AVAILABLE) throw error
      log('warn', 'migration.waiting', { kind: migration.name, attempts: attempt })
      await wait(RETRY_MS)
    }
  }
}

async function apply(client: pg.Client, { name, text, sha256 }: Migration) {
  // PostgreSQL allows some statements only outside a transaction, such as CREATE INDEX CONCURRENTLY. A file
  // with such a statement starts with `-- no-transaction`.
  const inTransaction = !text.startsWith('-- no-transaction')
  try {
    if (inTransaction) await client.query('begin')
    await client.query(text)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    if (inTransaction) await client.query('commit')
  } catch (error) {
    if (inTransaction) await client.query('rollback').catch(() => {})
    throw new Error(`migration ${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
