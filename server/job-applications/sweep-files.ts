import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { SHELVES } from '../files/file-store.ts'

const KEPT_MS = 3_600_000
const BATCH = 500

// Files of refused documents count as unreferenced: the process may have ended before it deleted them (T14).
const referred = async ({ db }: Pick<Deps, 'db'>, hashes: string[]) => {
  const rows = await db.rows<{ hash: string }>(sql`
    select distinct encode(hash, 'hex') as hash from application_documents
    where hash in (select decode(hex, 'hex') from unnest(${hashes}::text[]) hex) and state <> 'refused'`)
  return new Set(rows.map(({ hash }) => hash))
}

/**
 * Housekeeping: removes files that no document refers to, one hour after they were last written. The hour
 * protects files of requests that are still running. `round` handles one sixth of the shelves, so that a
 * million files are checked within an hour.
 */
export async function sweepFiles({ db, files }: Pick<Deps, 'db' | 'files'>, round?: number): Promise<void> {
  const sweep = async (hashes: string[]) => {
    const inUse = await referred({ db }, hashes)
    for (const hash of hashes) if (!inUse.has(hash)) await files.store.remove(hash, KEPT_MS)
  }
  for (const [index, shelf] of SHELVES.entries()) {
    if (round !== undefined && index % 6 !== round % 6) continue
    const batch: string[] = []
    for await (const hash of files.store.olderThan(KEPT_MS, shelf)) {
      batch.push(hash)
      if (batch.length === BATCH) await sweep(batch.splice(0))
    }
    if (batch.length > 0) await sweep(batch)
  }
}
