import { SHELVES } from '../files/file-store.ts'
import { BackupProblem } from './encrypt.ts'
import { fileName, namesOnShelf, readList, shelfOf } from './files.ts'
import { findMissingPart, listBases, type Manifest, readManifest } from './manifest.ts'
import type { Vault } from './vault.ts'
import { chainAfter, listArchived, type NewestWal, readNewestWal } from './wal-archive.ts'

/**
 * What a restore will read: a base backup, and the WAL files after it up to the first gap. WAL is the log of
 * changes. PostgreSQL applies it up to the moment `until`, or all of it. `newestWal` is the WAL file that
 * was archived last. `damaged` has a sentence about each newer base backup that cannot be read.
 */
export type Plan = {
  manifest: Manifest
  wal: string[]
  newestWal: NewestWal | undefined
  until: Date | undefined
  damaged: string[]
}

/**
 * The newest base backup that ended before `until`. One with a damaged manifest is left out: with the WAL, an
 * older one gives the same database.
 */
async function chooseBase(vault: Vault, until: Date | undefined) {
  const { finished, objects } = await listBases(vault)
  const newestFirst = finished.toReversed()
  const problems: BackupProblem[] = []
  for (const id of newestFirst) {
    const manifest = await readManifest(vault, id).catch((error: unknown) => {
      if (!(error instanceof BackupProblem)) throw error
      problems.push(error)
      return undefined
    })
    if (manifest && (!until || Date.parse(manifest.endedAt) <= until.getTime()))
      return { manifest, objects: objects.get(id) ?? [], problems }
  }
  if (problems[0]) throw problems[0]
  throw new BackupProblem(
    finished.length === 0 ? 'There is no finished backup.' : 'Every backup is newer than --until.',
    'BACKUP_INCOMPLETE',
  )
}

/** @throws BackupProblem when a file is missing that the base backup lists. */
async function assertFilesAreThere(vault: Vault, manifest: Manifest) {
  for (const list of manifest.files.lists) {
    const names = await namesOnShelf(vault, shelfOf(list))
    const missingHashes = (await readList(vault, list)).filter((hash) => !names.has(fileName(vault, hash)))
    if (missingHashes.length > 0)
      throw new BackupProblem(
        `${missingHashes.length} of the applicants' files are missing in the backup, the first is ${missingHashes[0]}.`,
        'BACKUP_INCOMPLETE',
      )
  }
}

/**
 * Chooses what to restore, and checks that all of it is there. With `until`, the WAL may have a gap.
 * @throws BackupProblem when something is missing.
 */
export async function planRestore(vault: Vault, until: Date | undefined): Promise<Plan> {
  const { manifest, objects, problems } = await chooseBase(vault, until)
  const part = findMissingPart(manifest, objects)
  if (part) throw new BackupProblem(`${part} is missing in the backup, or was cut off.`, 'BACKUP_INCOMPLETE')
  await assertFilesAreThere(vault, manifest)
  const damaged = problems.map(
    ({ message }) => `${message} The older backup of ${manifest.startedAt} is used instead.`,
  )
  // The operator backs up a database of their own, with its WAL.
  if (!manifest.database) return { manifest, wal: [], newestWal: undefined, until, damaged }
  const newestWal = await readNewestWal(vault)
  const { files: wal, missing } = chainAfter(manifest.database.stopFile, await listArchived(vault), newestWal)
  // With `until`, the gap in the WAL may be later than that moment. If it is earlier, PostgreSQL itself
  // fails, because the WAL ends too soon.
  if (missing && !until)
    throw new BackupProblem(
      `The WAL file ${missing} is missing in the backup: name an earlier time with --until, before the missing changes.`,
      'BACKUP_INCOMPLETE',
    )
  return { manifest, wal, newestWal, until, damaged }
}

/** All stored files of the backup, also those that arrived after the base backup. */
export async function* allFiles(vault: Vault): AsyncGenerator<string> {
  for (const shelf of SHELVES) yield* await namesOnShelf(vault, shelf)
}
