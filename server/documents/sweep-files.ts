import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { SHELVES } from '../files/file-store.ts'

/** The file store has folders, called shelves. This many calls check all of them. */
const ROUNDS = 6
const MIN_AGE_MS = 3_600_000
const BATCH_SIZE = 500

// Returns those of the hashes whose files must stay. A file of a refused document is not among them. The
// process that refused the document may have ended before it deleted the file (T14).
const findHashesInUse = async ({ db }: Pick<Deps, 'db'>, hashes: string[]) => {
  const rows = await db.rows<{ hash: string }>(sql`
    with named as (select decode(hex, 'hex') as hash from unnest(${hashes}::text[]) hex)
    select encode(hash, 'hex') as hash from application_documents where hash in (select hash from named) and state <> 'refused'
    union
    select encode(hash, 'hex') from version_documents where hash in (select hash from named) and state <> 'refused'
    union
    select encode(evidence_hash, 'hex') from corrections where evidence_hash in (select hash from named)`)
  return new Set(rows.map(({ hash }) => hash))
}

/**
 * Housekeeping deletes files that no document and no evidence of a correction needs, an hour after they were
 * last written. The hour protects files of requests that are still running. `round` is a running number: each
 * call checks one sixth of the shelves. Without it, all shelves are checked.
 */
export async function sweepFiles({ db, files }: Pick<Deps, 'db' | 'files'>, round?: number): Promise<void> {
  const removeUnused = async (hashes: string[]) => {
    const inUse = await findHashesInUse({ db }, hashes)
    for (const hash of hashes) if (!inUse.has(hash)) await files.store.remove(hash, MIN_AGE_MS)
  }
  for (const [index, shelf] of SHELVES.entries()) {
    if (round !== undefined && index % ROUNDS !== round % ROUNDS) continue
    let batch: string[] = []
    for await (const hash of files.store.olderThan(MIN_AGE_MS, shelf)) {
      batch.push(hash)
      if (batch.length < BATCH_SIZE) continue
      await removeUnused(batch)
      batch = []
    }
    if (batch.length > 0) await removeUnused(batch)
  }
}
