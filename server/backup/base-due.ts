import { listBases, readWhole } from './manifest.ts'
import type { Vault } from './vault.ts'
import { chainAfter, listArchived, readNewest } from './wal-archive.ts'

/**
 * Whether a base backup is due: there is none, the newest is old or damaged, or the WAL after it has a gap.
 */
export async function isBaseDue(vault: Vault, everyMs: number, now: Date): Promise<boolean> {
  const { finished, objects } = await listBases(vault)
  const newestId = finished.at(-1)
  if (newestId === undefined) return true
  const newest = await readWhole(vault, newestId, objects.get(newestId) ?? [])
  if (!newest) return true
  const { startedAt, database } = newest
  if (now.getTime() - Date.parse(startedAt) >= everyMs) return true
  if (!database) return false
  const archived = await listArchived(vault)
  return chainAfter(database.stopFile, archived, await readNewest(vault)).missing !== undefined
}
