import { join } from 'node:path'
import { type Config } from '../config.ts'
import { connect, type Db, sql } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { PORTAL_ROLE } from '../database/role.ts'
import { SHELVES } from '../files/file-store.ts'
import { auditLog } from '../transparency/audit.ts'
import type { ReceiptKey } from '../transparency/key.ts'
import { readCheckpoint } from '../transparency/note.ts'
import { BackupProblem } from './encrypt.ts'
import { fileName, namesOnShelf } from './files.ts'
import { planRestore } from './plan.ts'
import { type Print, removeUnpacked, restoreDatabase } from './restore.ts'
import { askRestoredPortal, type StartPortal } from './restored-portal.ts'
import { readAllFiles } from './unpack.ts'
import type { Vault } from './vault.ts'

/** The time limit for one SQL statement of the drill's check, which reads the whole public log. */
const CHECK_SECONDS = 600

type Options = {
  until?: Date | undefined
  /** A checkpoint, which is a signed state of the public log. It was saved on another machine. */
  checkpoint?: string | undefined
  startPortal: StartPortal
  /** `step` prints what the drill has done. `report` prints something that it found wrong. */
  step: Print
  report: Print
}

/** Compares the restored public log with the checkpoint that was saved elsewhere. */
async function findCheckpointProblem(db: Db, note: string): Promise<string | undefined> {
  const outside = readCheckpoint(note)
  if (!outside) return 'The file with the checkpoint holds none.'
  const stored = await db.row<{ root: Buffer }>(
    sql`select root from log_checkpoints where size = ${outside.size}`,
  )
  if (!stored)
    return `The restored log has no checkpoint of ${outside.size} entries, the one from outside has.`
  return stored.root.equals(outside.root)
    ? undefined
    : `The restored log of ${outside.size} entries differs from the checkpoint from outside.`
}

/** How many documents of the restored database have no file in the backup. */
async function countMissingFiles(db: Db, vault: Vault): Promise<number> {
  let missingCount = 0
  for (const [index, shelf] of SHELVES.entries()) {
    // The shelf (folder) of a stored file is the first byte of its hash.
    const rows = await db.rows<{ hash: string }>(sql`
      select encode(hash, 'hex') as hash from application_documents where get_byte(hash, 0) = ${index} and state <> 'refused'
      union
      select encode(hash, 'hex') from version_documents where get_byte(hash, 0) = ${index} and state <> 'refused'`)
    if (rows.length === 0) continue
    const names = await namesOnShelf(vault, shelf)
    missingCount += rows.filter(({ hash }) => !names.has(fileName(vault, hash))).length
  }
  return missingCount
}

/** Checks the restored database and the files of the backup. Returns how many faults were found. */
async function check(
  config: Config,
  db: Db,
  { vault, receiptKey }: { vault: Vault; receiptKey: ReceiptKey },
  { checkpoint, step, report }: Options,
): Promise<number> {
  const auditResult = await auditLog({ db, config, receiptKey }, report)
  step(
    `log verify: ${auditResult.leaves} entries, ${auditResult.submissions} submissions, ${auditResult.problems === 0 ? 'everything is correct' : `${auditResult.problems} faults`}.`,
  )
  const problem = checkpoint === undefined ? undefined : await findCheckpointProblem(db, checkpoint)
  if (problem) report(problem)
  const missingCount = await countMissingFiles(db, vault)
  if (missingCount > 0) report(`${missingCount} documents have no file in the backup.`)
  return auditResult.problems + (problem ? 1 : 0) + (missingCount > 0 ? 1 : 0)
}

/**
 * A drill of a restore. It restores the backup into a temporary folder and checks everything there. It then
 * starts a second portal, which only answers requests, on that folder. At the end it deletes the folder. The
 * real portal may run meanwhile. Nothing is sent to anyone. Returns how many faults it found.
 */
export async function drill(
  config: Config,
  { vault, receiptKey }: { vault: Vault; receiptKey: ReceiptKey },
  options: Options,
): Promise<number> {
  const { until, step } = options
  const plan = await planRestore(vault, until)
  for (const sentence of plan.damaged) options.report(sentence)
  if (!plan.manifest.database) throw new BackupProblem('The backup holds no database.', 'BACKUP_INCOMPLETE')
  step(`The backup of ${plan.manifest.startedAt} and ${plan.wal.length} WAL files after it are complete.`)
  const dataDir = join(config.dataDir, 'drill')
  removeUnpacked(dataDir)
  try {
    const { embedded } = await restoreDatabase(vault, plan, dataDir, step)
    // Migrates the restored database, as the portal does when it starts: the program may be newer than the
    // backup.
    await migrate(embedded.url, undefined, { name: PORTAL_ROLE, make: true })
    const databaseUrl = embedded.urlAs(PORTAL_ROLE)
    const db = connect(databaseUrl, { connections: 2, name: 'portal-drill' })
    try {
      // Decrypts and checks each stored file of the backup, without keeping it.
      const count = await readAllFiles(vault, async () => {})
      step(`${count} files of applicants are whole.`)
      const restoredConfig = { ...config, dataDir }
      const problems = await check(restoredConfig, db.patient(CHECK_SECONDS), { vault, receiptKey }, options)
      const restored = { config: restoredConfig, receiptKey, databaseUrl }
      const portalProblems = await askRestoredPortal(options.startPortal, restored)
      for (const problem of portalProblems) options.report(problem)
      if (portalProblems.length === 0) step('A portal starts on it and answers.')
      return plan.damaged.length + problems + portalProblems.length
    } finally {
      await db.close()
      await embedded.stop()
    }
  } finally {
    removeUnpacked(dataDir)
  }
}
