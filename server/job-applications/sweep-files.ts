import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { SHELVES } from '../files/file-store.ts'

const KEPT_MS = 3_600_000
const BATCH = 500

// Of a document that the scanner refused nothing is kept, even if the process ended before it could delete the file (T14).
const referred = async ({ db }: Pick<Deps, 'db'>, hashes: string[]) => {
  const rows = await db.rows<{ hash: string }>(sql`
    select distinct encode(hash, 'hex') as hash from application_documents
    where hash in (select decode(one, 'hex') from unnest(${hashes}::text[]) one) and state <> 'refused'`)
  return new Set(rows.map(({ hash }) => hash))
}

/**
 * Housekeeping: removes files that no document refers to, an hour after they were last put; a call that is still under
 * way keeps its own. `round` takes one part in six of the shelves, so that a million files are gone through in an hour.
 */
export async function sweepFiles({ db, files }: Pick<Deps, 'db' | 'files'>, round?: number): Promise<void> {
  const sweep = async (hashes: string[]) => {
    const kept = await referred({ db }, hashes)
    for (const hash of hashes) if (!kept.has(hash)) await files.store.remove(hash, KEPT_MS)
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
