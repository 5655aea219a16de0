import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { connect, type Db, sql } from '../database/connect.ts'
import { openCopySession } from '../database/copy-session.ts'
import { type Embedded, startEmbedded } from '../database/embedded.ts'
import type { FileStore } from '../files/file-store.ts'
import { SHELVES } from '../files/file-store.ts'
import { type Extent, copyCluster } from './base-backup.ts'
import { codeOf } from '../error-fields.ts'
import { BackupProblem } from './encrypt.ts'
import { copyShelf, writeList } from './files.ts'
import { baseId, BASES, type Manifest, writeManifest } from './manifest.ts'
import { writePieces } from './pieces.ts'
import type { Part, Vault } from './vault.ts'

const portalVersion = () => {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** What is backed up, and the vault that receives the copy. */
type Source = {
  config: Config
  vault: Vault
  store: FileStore
  /** The name of the key that signs the public log. */
  receiptKey: string
  now: () => Date
}

/**
 * Copies the stored files before the database, so that few are left to copy after it. Returns the bytes
 * copied. Damaged files are not counted here: `listFiles` finds them again.
 */
async function copyFiles({ vault, store }: Source) {
  let bytes = 0
  for (const shelf of SHELVES) bytes += (await copyShelf(vault, store, shelf)).bytes
  return bytes
}

/** Copies the files that arrived meanwhile, and writes a list of the files of each shelf. */
async function listFiles({ vault, store }: Source, id: string) {
  const files = { count: 0, bytes: 0, lists: [] as Part[] }
  let damaged = 0
  for (const shelf of SHELVES) {
    const { hashes, bytes, ...found } = await copyShelf(vault, store, shelf)
    damaged += found.damaged
    files.count += hashes.length
    files.bytes += bytes
    if (hashes.length > 0) files.lists.push(await writeList(vault, id, shelf, hashes))
  }
  return { files, damaged }
}

async function copyDatabase({ config, vault }: Source, url: string, id: string) {
  const session = await openCopySession(url)
  if (!session) throw new BackupProblem('Another backup is being made.', 'BACKUP_REFUSED')
  try {
    const root = realpathSync(join(config.dataDir, 'postgres'))
    let extent: Extent | undefined
    const tar = copyCluster(session, root, (found) => (extent = found))
    const parts = await writePieces(vault, `${BASES}/${id}/database`, tar)
    if (!extent) throw new Error('The copy of the database did not end.')
    return { version: session.version, system: session.system, ...extent, parts }
  } finally {
    await session.close()
  }
}

/** The newest checkpoint of the public log. Without any, its size is -1. */
async function findLog(db: Db) {
  const newestCheckpoint = await db.row<{ size: number; root: Buffer }>(
    sql`select size, root from log_checkpoints order by size desc limit 1`,
  )
  return { size: newestCheckpoint?.size ?? -1, root: newestCheckpoint?.root.toString('base64') ?? '' }
}

/** Runs `work` as the owner of the database. If the built-in server does not run, it is started. */
async function withOwner<Result>(
  config: Config,
  work: (url: string, db: Db) => Promise<Result>,
): Promise<Result> {
  let embedded: Embedded | undefined
  if (!config.databaseUrl) {
    embedded = await startEmbedded(config.dataDir, { archives: config.backup.to !== undefined })
    // If the server already ran, it is left running: the portal that started it watches it.
    if (embedded.adopted) embedded.leave()
  }
  // One of the two is there: '' is only for the type.
  const url = embedded?.url ?? config.databaseUrl ?? ''
  const db = connect(url, { connections: 1, name: 'portal-backup' })
  try {
    return await work(url, db)
  } finally {
    await db.close()
    if (embedded && !embedded.adopted) await embedded.stop()
  }
}

/**
 * Deletes what a failed attempt has stored: it is no backup. Otherwise each attempt would leave its pieces on
 * a full disk, which would stay full.
 */
async function removeUnfinished(vault: Vault, id: string): Promise<void> {
  for await (const { name } of vault.list(`${BASES}/${id}`)) await vault.remove(name)
}

/**
 * Makes a base backup: the files, the built-in database, and at last the manifest. Without a manifest, a
 * backup does not count. The portal may run meanwhile. `damaged` is how many files have changed on the disk.
 */
export async function makeBackup(source: Source): Promise<{ manifest: Manifest; damaged: number }> {
  const { config, vault, receiptKey, now } = source
  const startedAt = now()
  const id = baseId(startedAt)
  const make = async (url: string, db: Db) => {
    const log = await findLog(db)
    const copiedBytes = await copyFiles(source)
    const database = config.databaseUrl ? undefined : await copyDatabase(source, url, id)
    // Files are listed after the database was copied. A file is stored before its row, so no copied row lacks
    // its file.
    const { files, damaged } = await listFiles(source, id)
    const manifest: Manifest = {
      format: 1,
      id,
      startedAt: startedAt.toISOString(),
      endedAt: now().toISOString(),
      portal: portalVersion(),
      receiptKey,
      log,
      ...(database ? { database } : {}),
      files: { ...files, bytes: files.bytes + copiedBytes },
    }
    await writeManifest(vault, manifest)
    return { manifest, damaged }
  }
  return withOwner(config, (url, db) =>
    make(url, db).catch(async (error: unknown) => {
      // A refused backup has stored nothing under its id. A backup that started in the same second has the
      // same id, and keeps its objects.
      if (codeOf(error) !== 'BACKUP_REFUSED') await removeUnfinished(vault, id).catch(() => {})
      throw error
    }),
  )
}
