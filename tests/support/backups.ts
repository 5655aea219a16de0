import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
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
