import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { admit, ownClient } from './role.ts'

const LOCK = "hashtext('portal-migrate')"

/**
 * Brings the database to the present schema: the numbered files of `folder`, in order, each once and in one
 * transaction. Safe when several processes start at once. Afterwards `role`, if it is not the role that
 * migrates, may read and write rows; with `make` it is created if it does not exist. Returns the files it
 * applied.
 * @throws Error naming the file when one fails, or was edited after it had been applied.
 */
export async function migrate(
  url: string,
  folder = join(import.meta.dirname, 'migrations'),
  role?: { name: string; make?: boolean },
): Promise<string[]> {
  const client = ownClient(url)
  await client.connect()
  try {
    // Polled: a session blocked in pg_advisory_lock holds a snapshot, which deadlocks with CREATE INDEX
    // CONCURRENTLY.
    while (!(await client.query(`select pg_try_advisory_lock(${LOCK}) as ours`)).rows[0].ours) await wait(50)
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
      await apply(client, name, text, sha256)
      newlyApplied.push(name)
    }
    if (role) await admit(client, role.name, role)
    return newlyApplied
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, text: string, sha256: string) {
  const inTransaction = !text.startsWith('-- no-transaction')
  try {
    if (inTransaction) await client.query('begin')
    await client.query(text)
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256])
    if (inTransaction) await client.query('commit')
  } catch (error) {
    if (inTransaction) await client.query('rollback').catch(() => {})
    throw new Error(`migration ${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
