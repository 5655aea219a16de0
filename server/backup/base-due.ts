import { listBases, readManifestIfComplete } from './manifest.ts'
import type { Vault } from './vault.ts'
import { chainAfter, listArchived, readNewestWal } from './wal-archive.ts'

/**
 * Whether a base backup is due: there is none, the newest is old or damaged, or the WAL after it has a gap.
 */
export async function isBaseDue(vault: Vault, everyMs: number, now: Date): Promise<boolean> {
  const { finished, objects } = await listBases(vault)
  const newestId = finished.at(-1)
  if (newestId === undefined) return true
  const manifest = await readManifestIfComplete(vault, newestId, objects.get(newestId) ?? [])
  if (!manifest) return true
  const { startedAt, database } = manifest
  if (now.getTime() - Date.parse(startedAt) >= everyMs) return true
  if (!database) return false
  const archived = await listArchived(vault)
  return chainAfter(database.stopFile, archived, await readNewestWal(vault)).missing !== undefined
}
