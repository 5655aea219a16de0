import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Db, sql } from '../server/database/connect.ts'
import { receiptKeyFrom } from '../server/transparency/key.ts'
import { startPortal } from './portal.ts'
import { fillWithSigned } from './signed-applications.ts'

/** A restore must take at most half an hour with a million applications (R12). */
const APPLICATIONS = Number(process.env['APPLICATIONS'] ?? 1_000_000)
const GOAL_SECONDS = 1_800

async function timed(what: string, work: () => unknown): Promise<number> {
  const startedMs = performance.now()
  await work()
  const seconds = (performance.now() - startedMs) / 1_000
  console.log(`${what}: ${seconds.toFixed(1)} s`)
  return seconds
}

async function allPublished(db: Db) {
  while (await db.row(sql`select from log_pending limit 1`)) await wait(500)
}

/**
 * Backs up a portal with a million submitted applications, and restores the backup in a drill. The drill
 * verifies the whole log and starts a portal on the restored data. Returns true when the drill takes at most
 * half an hour.
 */
export async function backup(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-backups-'))
  const keyFile = join(folder, 'backup.key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const portal = await startPortal({
    extraEnv: { BACKUP_TO: join(folder, 'backups'), BACKUP_KEY_FILE: keyFile },
  })
  const db = connect(portal.databaseUrl, { connections: 2 })
  try {
    const note = await (await fetch(`${portal.url}/log/checkpoint`)).text()
    const pem = readFileSync(join(portal.dataDir, 'receipts.key'), 'utf8')
    const receiptKey = receiptKeyFrom(pem, note.split('\n')[0] ?? '')
    console.log(`${APPLICATIONS.toLocaleString('en')} submitted applications`)
    await timed('Filled', () => fillWithSigned(db, receiptKey, APPLICATIONS))
    await timed('All in the public log', () => allPublished(db))
    const size = await db.row<{ bytes: number }>(
      sql`select pg_database_size(current_database())::float8 as bytes`,
    )
    console.log(`Database: ${((size?.bytes ?? 0) / 1e9).toFixed(2)} GB`)
    await timed('Backup', () => console.log(portal.command('backup')))
    const seconds = await timed('Drill', () => console.log(portal.command('backup', 'drill')))
    return seconds <= GOAL_SECONDS
  } finally {
    await db.close()
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
