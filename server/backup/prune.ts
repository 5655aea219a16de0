import { SHELVES } from '../files/file-store.ts'
import type { StoredObject } from './destination.ts'
import { fileName, readList, shelfOf } from './files.ts'
import { listBases, type Manifest, readManifestIfComplete } from './manifest.ts'
import type { Vault } from './vault.ts'
import { pruneArchive } from './wal-archive.ts'
import { nextFile } from './wal-names.ts'

/** The clock of a bucket differs from ours by less than this. */
const MAX_SKEW_MS = 3_600_000

/**
 * Deletes a base backup, its manifest first. If this stops half-way, the rest has no manifest, so it is no
 * backup. A later call of `prune` deletes the rest.
 */
async function removeBase(vault: Vault, objects: StoredObject[]) {
  const isManifest = ({ name }: StoredObject) => name.endsWith('/manifest')
  for (const { name } of objects.filter(isManifest)) await vault.remove(name)
  for (const { name } of objects.filter((found) => !isManifest(found))) await vault.remove(name)
}

/** Deletes copied files that no kept base backup lists. Newer files stay: rows in the WAL may need them. */
async function pruneFiles(vault: Vault, stored: Manifest[]) {
  const oldestMs = Math.min(...stored.map(({ startedAt }) => Date.parse(startedAt))) - MAX_SKEW_MS
  for (const shelf of SHELVES) {
    const lists = stored.flatMap(({ files }) => files.lists).filter((list) => shelfOf(list) === shelf)
    const needed = new Set<string>()
    for (const list of lists)
      for (const hash of await readList(vault, list)) needed.add(fileName(vault, hash))
    for await (const { name, changedMs } of vault.list(`files/${shelf}`))
      if (!needed.has(name) && changedMs < oldestMs) await vault.remove(name)
  }
}

/**
 * Keeps the newest `keep` complete base backups, and what is needed to restore from them to any later moment.
 * A base backup with a missing or unreadable part does not count, so the last complete one is never deleted.
 * Returns how many were deleted.
 */
export async function prune(vault: Vault, keep: number): Promise<number> {
  const { finished, objects } = await listBases(vault)
  const stored: Manifest[] = []
  for (const id of finished.toReversed()) {
    if (stored.length === keep) break
    const manifest = await readManifestIfComplete(vault, id, objects.get(id) ?? [])
    if (manifest) stored.push(manifest)
  }
  const oldestStored = stored.at(-1)
  const newestStored = stored[0]
  if (!oldestStored || !newestStored || stored.length < keep) return 0
  // Ids sort by time. A base backup that never got its manifest is deleted when a later one is complete.
  const isNoLongerNeeded = (id: string) =>
    finished.includes(id) ? id < oldestStored.id : id < newestStored.id
  const deletedIds = [...objects.keys()].filter(isNoLongerNeeded)
  for (const id of deletedIds) await removeBase(vault, objects.get(id) ?? [])
  if (oldestStored.database) await pruneArchive(vault, nextFile(oldestStored.database.stopFile))
  if (deletedIds.length > 0) await pruneFiles(vault, stored)
  return deletedIds.length
}
