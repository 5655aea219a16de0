import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Destination } from '../../server/backup/destination.ts'
import { backupKeyFrom } from '../../server/backup/encrypt.ts'
import type { Manifest } from '../../server/backup/manifest.ts'
import { openOwnVault } from '../../server/backup/vault.ts'
import { memoryFolder } from './in-memory.ts'
import { until } from './jobs.ts'
import { run } from './program.ts'

/** A place for backups with its encryption key, outside every data folder. `drop` deletes it. */
export function backupPlace() {
  const path = mkdtempSync(join(memoryFolder(), 'portal-backup-'))
  const file = (name: string, content: string) => {
    writeFileSync(join(path, name), content, { mode: 0o600 })
    return join(path, name)
  }
  const keyFile = file('backup.key', randomBytes(32).toString('hex'))
  const to = join(path, 'to')
  return {
    path,
    to,
    file,
    env: { BACKUP_TO: to, BACKUP_KEY_FILE: keyFile },
    passphraseFile: file('passphrase', 'a passphrase of many words'),
    /** The names of the archived WAL files, in which PostgreSQL logs all changes. */
    archived: () => readdirSync(join(to, 'wal')).sort(),
    /** Makes a copy of the backups, which a test may damage. */
    copy() {
      const copy = mkdtempSync(join(path, 'copy-'))
      cpSync(to, copy, { recursive: true })
      return copy
    },
    drop: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Runs the command `portal` until it ends. */
export async function portalCommand(args: string[], dataDir: string, env: Record<string, string>) {
  const program = run('server/portal.ts', args, dataDir, { env })
  return { code: await program.exited, output: program.output, errors: program.errors }
}

/**
 * Finishes the current WAL file and waits until the backup has it. Returns the database's time before that.
 */
export async function archiveNow(databaseUrl: string, archived: () => string[]): Promise<Date> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ file: string; at: Date }>(
      'select pg_walfile_name(pg_current_wal_insert_lsn()) as file, clock_timestamp() as at',
    )
    const [before] = rows
    // Write something first, because PostgreSQL does not finish an empty WAL file.
    await client.query(`select pg_logical_emit_message(false, 'test', 'x')`)
    await client.query('select pg_switch_wal()')
    await until(
      'the WAL file is in the backup',
      async () => archived().includes(before?.file ?? ''),
      (isThere) => isThere,
      60_000,
    )
    return before?.at ?? new Date(0)
  } finally {
    await client.end()
  }
}

/** The key of the backups in memory. */
export const KEY = backupKeyFrom(Buffer.alloc(32, 1))

/** A place for backups in memory, in which a test may replace and delete objects. */
export function memoryDestination() {
  const objects = new Map<string, Buffer>()
  const destination: Destination = {
    put: async (name, bytes) => void objects.set(name, bytes),
    get: async (name) => objects.get(name),
    async *list(below) {
      for (const [name, bytes] of objects)
        if (name.startsWith(`${below}/`)) yield { name, bytes: bytes.length, changedMs: 0 }
    },
    remove: async (name) => void objects.delete(name),
  }
  return { objects, destination }
}

/** An empty place for backups in memory, and a new data folder below `folder`, which is backed up there. */
export async function memoryVault(folder: string) {
  const memory = memoryDestination()
  const dataDir = mkdtempSync(join(folder, 'data-'))
  return { ...memory, dataDir, vault: await openOwnVault(memory.destination, KEY, dataDir) }
}

/** The manifest of an empty base backup. `stopFile`: its last WAL file; without one, it has no database. */
export const manifestOf = (id: string, stopFile?: string): Manifest => ({
  format: 1,
  id,
  startedAt: `${id.slice(0, 10)}T00:00:00.000Z`,
  endedAt: `${id.slice(0, 10)}T00:10:00.000Z`,
  portal: '1.0.0',
  receiptKey: 'x',
  log: { size: 0, root: '' },
  ...(stopFile === undefined
    ? {}
    : { database: { version: '18', system: '1', startWal: '', stopWal: '', stopFile, bytes: 1, parts: [] } }),
  files: { count: 0, bytes: 0, lists: [] },
})
