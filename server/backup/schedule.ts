import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../database/connect.ts'
import { archiveFolder } from '../database/archiving.ts'
import type { Deps } from '../deps.ts'
import { SHELVES } from '../files/file-store.ts'
import { giveWay, LESS_URGENT } from '../urgency.ts'
import { worker, type Worker } from '../worker.ts'
import { isBaseDue } from './base-due.ts'
import { readBackupKey } from './encrypt.ts'
import { newFilesCopier } from './files.ts'
import { listBases } from './manifest.ts'
import { openDestination } from './open-destination.ts'
import { unlessSilent, withAnswers } from './unless-silent.ts'
import { openOwnVault, type Vault } from './vault.ts'
import { archiveFiles, dropWaitingIfTooMany, type WaitingLimits, waitingFiles } from './wal-archive.ts'

const ARCHIVE_EVERY_MS = 5_000
const FILES_EVERY_MS = 60_000
const CHECK_EVERY_MS = 5 * 60_000
/** How long a stop waits for the backup, because a folder on another machine may hang for hours. */
const STOP_WITHIN_MS = 5_000

type ScheduleDeps = Pick<Deps, 'config' | 'db' | 'files' | 'log' | 'metrics' | 'now'>

/** Opens the destination of the backups at its first use: when the portal starts, it may be away. */
function vaultOpener({ config }: ScheduleDeps, to: string): () => Promise<Vault> {
  const key = readBackupKey(config.backup.keyFile)
  const destination = openDestination(config, to)
  let opened: Promise<Vault> | undefined
  return async () => {
    opened ??= openOwnVault(destination, key, config.dataDir)
    try {
      return await opened
    } catch (error) {
      opened = undefined
      throw error
    }
  }
}

/**
 * One pass copies the applicants' stored files into the backup, then moves the finished WAL files there. In
 * this order, each restored row finds its file. Files in a bucket are copied with each base backup only.
 */
export function archiver(
  deps: ScheduleDeps,
  openVault: () => Promise<Vault>,
  { silentMs, ...limits }: WaitingLimits & { silentMs?: number } = {},
): () => Promise<void> {
  const { config, files, log, now } = deps
  const folder = archiveFolder(config.dataDir)
  let copyFiles: ReturnType<typeof newFilesCopier> | undefined
  // When the stored files were last copied; -Infinity if never. With a bucket it stays -Infinity.
  let copiedMs = Number.NEGATIVE_INFINITY
  let answers = 0
  const countAnswers = () => answers
  const archive = async () => {
    const names = await waitingFiles(folder)
    const areFilesDue = performance.now() - copiedMs >= FILES_EVERY_MS
    if (names.length === 0 && !areFilesDue) return
    const vault = withAnswers(await openVault(), () => answers++)
    if (!config.bucket) {
      copyFiles ??= newFilesCopier(vault, files.store, join(config.dataDir, 'files'))
      const damaged = await copyFiles(SHELVES)
      if (damaged > 0) log('error', 'backup.file_damaged', { count: damaged })
      copiedMs = performance.now()
    }
    await archiveFiles(vault, { folder, names, now })
  }
  let running: Promise<void> | undefined
  return () => {
    // The next pass waits for one that hangs: each further call to a folder that hangs would hang too.
    running ??= archive().finally(() => (running = undefined))
    return unlessSilent(running, { folder, countAnswers, silentMs }).catch(async (error: unknown) => {
      // WAL files are deleted only after a failure. Otherwise archiving them frees their space.
      const dropped = await dropWaitingIfTooMany(folder, limits)
      if (dropped > 0) log('error', 'backup.wal_dropped', { count: dropped })
      throw error
    })
  }
}

/**
 * Runs `backup` in its own process: compressing and encrypting the database would delay callers here. Returns
 * its exit code, or null when a signal ended it.
 */
function runBackup(stopSignal: AbortSignal): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(
      process.execPath,
      [join(import.meta.dirname, '../portal.ts'), 'backup'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        signal: stopSignal,
      },
    )
    if (child.pid) giveWay(child.pid, LESS_URGENT.bulk)
    // Ending the process loses nothing. The database forgets the copy, and a copy without a manifest does not
    // count as a backup.
    child.once('error', (error) => (stopSignal.aborted ? resolve(null) : reject(error)))
    child.once('exit', resolve)
  })
}

/** Whether the built-in database archives its WAL. A database of the operator has backups of its own. */
const isArchiving = async ({ db, config }: ScheduleDeps) => {
  if (config.databaseUrl) return true
  const row = await db.row<{ setting: string }>(
    sql`select setting from pg_settings where name = 'archive_mode'`,
  )
  return row?.setting === 'on'
}

/** Starts the scheduled backups. Without BACKUP_TO there are none. */
export function startBackups(deps: ScheduleDeps): Worker[] {
  const { config, log, metrics, now } = deps
  const { to, everyMs } = config.backup
  if (to === undefined) return []
  const openVault = vaultOpener(deps, to)
  const archive = archiver(deps, openVault)
  // The alarm about late backups counts from the start of the portal, also when no backup ever succeeds.
  metrics?.backedUp()
  // Nothing can be restored without a base backup, so until there is one, the backup is late.
  let isBaseThere = false
  const archiving = worker(log, {
    failureEvent: 'backup.waiting',
    everyMs: ARCHIVE_EVERY_MS,
    async pass() {
      await archive()
      isBaseThere ||= (await listBases(await openVault())).finished.length > 0
      if (isBaseThere) metrics?.backedUp()
    },
  })
  const bases = worker(log, {
    failureEvent: 'backup.failed',
    everyMs: CHECK_EVERY_MS,
    async pass(stopping) {
      // A database server that was already running without BACKUP_TO archives nothing until it is restarted.
      if (!(await isArchiving(deps))) log('error', 'backup.not_archiving')
      if (!(await isBaseDue(await openVault(), everyMs, now()))) return
      const startedMs = performance.now()
      // A backup that hangs is ended when the next one is due, and counts as failed.
      const code = await runBackup(AbortSignal.any([stopping, AbortSignal.timeout(everyMs)]))
      if (stopping.aborted) return
      const fields = { ms: Math.round(performance.now() - startedMs) }
      if (code === 0) log('info', 'backup.made', fields)
      else log('error', 'backup.failed', { ...fields, code: `EXIT_${code}` })
    },
  })
  return [archiving, bases].map((work) => ({
    ...work,
    // A stop does not wait longer. Work that is half done by then is done again after the next start.
    stop: () => Promise.race([work.stop(), wait(STOP_WITHIN_MS)]),
  }))
}
