import { readdir, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { codeOf } from '../error-fields.ts'
import { BackupProblem } from './encrypt.ts'
import type { Vault } from './vault.ts'
import { isHistoryFile, isWalFile, nextFile, numberOf, timelineOf, WAL_BYTES } from './wal-names.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

// The archive of WAL, PostgreSQL's log of changes. It lets a base backup be restored to a later moment. In
// the backup it is the folder WAL. The object NEWEST beside it names the last WAL file.
const WAL = 'wal'
const NEWEST = 'newest'
const newestSchema = z.object({ file: z.string(), at: z.iso.datetime() })
/** The WAL file that was archived last, and when. It shows whether the archive's end is missing. */
export type NewestWal = z.infer<typeof newestSchema>

/** The finished WAL files that wait in the database server's folder, oldest first. */
export async function waitingFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => isWalFile(name) || isHistoryFile(name)).sort()
}

/** The limit for waiting WAL files: 8 GB, which are hours without a working backup under load. */
const MOST_WAITING = 512
/** The least free disk space. Without space the database stops, and with it the portal. */
const LEAST_FREE_BYTES = 2_000_000_000

/** The most WAL files that may wait, and the least disk space that must stay free beside them. */
export type WaitingLimits = { most?: number; leastFreeBytes?: number }

/**
 * Deletes the waiting WAL files when they use too much of the disk. The archive then has a gap, so the next
 * backup starts with a new copy of the database. Returns how many were deleted.
 */
export async function dropWaitingIfTooMany(
  folder: string,
  { most = MOST_WAITING, leastFreeBytes = LEAST_FREE_BYTES }: WaitingLimits = {},
): Promise<number> {
  const names = (await waitingFiles(folder)).filter(isWalFile)
  // If only one file waits, deleting it would free too little of the disk.
  if (names.length < 2) return 0
  const { bavail, bsize } = await statfs(folder)
  if (names.length <= most && bavail * bsize >= leastFreeBytes) return 0
  for (const name of names) await rm(join(folder, name))
  return names.length
}

/** @throws BackupProblem when the archive has other bytes under this name: two databases write to it. */
async function assertSame(vault: Vault, name: string, bytes: Buffer) {
  if ((await readArchived(vault, name)).equals(bytes)) return
  throw new BackupProblem(
    `The archive has another WAL file ${name}: another database writes to it.`,
    'BACKUP_FOREIGN',
  )
}

/** Reads a WAL file from the archive. Callers check its exact size or content. */
export async function readArchived(vault: Vault, name: string): Promise<Buffer> {
  // The limit only keeps damaged bytes from filling the memory.
  return decompress(await vault.read(`${WAL}/${name}`), { maxOutputLength: 2 * WAL_BYTES })
}

/** Moves finished WAL files into the archive. A file is deleted here once it is safe in the archive. */
export async function archiveFiles(
  vault: Vault,
  { folder, names, now }: { folder: string; names: string[]; now: () => Date },
): Promise<void> {
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    // After a crash, the database server offers a file again that may already be in the archive.
    if (await vault.has(`${WAL}/${name}`)) await assertSame(vault, name, bytes)
    else await vault.write(`${WAL}/${name}`, await compress(bytes))
    if (isWalFile(name)) {
      const newest: NewestWal = { file: name, at: now().toISOString() }
      await vault.write(NEWEST, Buffer.from(JSON.stringify(newest)))
    }
    await rm(join(folder, name))
  }
}

export async function readNewestWal(vault: Vault): Promise<NewestWal | undefined> {
  if (!(await vault.has(NEWEST))) return undefined
  return newestSchema.parse(JSON.parse((await vault.read(NEWEST)).toString()))
}

/** The names of the archived WAL files, oldest first. */
export async function listArchived(vault: Vault): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of vault.list(WAL)) names.push(name.slice(WAL.length + 1))
  return names.filter(isWalFile).sort()
}

/**
 * The archived WAL files that continue a base backup, up to the first gap. `missing` is the file that is
 * missing there, or undefined when there is no gap.
 */
export function chainAfter(stopFile: string, archived: string[], newest: NewestWal | undefined) {
  const there = new Set(archived)
  const timeline = timelineOf(stopFile)
  // The highest file number that should be there. WAL files of other timelines belong to other recoveries.
  const highestNumber = [...archived, ...(newest ? [newest.file] : [])]
    .filter((name) => timelineOf(name) === timeline)
    .reduce((highest, name) => Math.max(highest, numberOf(name)), numberOf(stopFile))
  const files: string[] = []
  for (let name = nextFile(stopFile); numberOf(name) <= highestNumber; name = nextFile(name)) {
    if (!there.has(name)) return { files, missing: name }
    files.push(name)
  }
  return { files, missing: undefined }
}

/** Deletes the archived WAL files before `firstStored`, the first one that the oldest base backup needs. */
export async function pruneArchive(vault: Vault, firstStored: string): Promise<void> {
  for (const name of await listArchived(vault))
    if (numberOf(name) < numberOf(firstStored)) await vault.remove(`${WAL}/${name}`)
}
