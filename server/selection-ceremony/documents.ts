import type { Tx } from '../database/connect.ts'
import { writeDocument } from '../selection/seed.ts'
import { type Actor, recordAudit } from '../staff/record-audit.ts'
import { record } from '../transparency/record.ts'
import { insertDocument, type SelectionRow } from './store.ts'

/**
 * Stores a document of the selection ceremony, and its event in the public log. Returns its digest in hex. No
 * two documents may be equal. So those that a later ceremony may repeat have the number of their selection.
 */
export async function addDocument(
  tx: Tx,
  row: SelectionRow,
  kind: string,
  document: Record<string, unknown>,
  now: Date,
): Promise<string> {
  const { text, digest } = writeDocument(document)
  await insertDocument(tx, row.id, { kind, text, digest, now })
  await record(tx, { kind, digest, now })
  return digest.toString('hex')
}

/** Writes an action on a selection into the officers' audit log, for example `selection.drawn`. */
export const auditCeremony = (
  tx: Tx,
  actor: Actor,
  row: SelectionRow,
  auditAction: string,
  detail: object,
  now: Date,
) =>
  recordAudit(
    tx,
    actor,
    { act: auditAction, jobId: row.job_id, detail: { selection: row.id, ...detail } },
    now,
  )

/** The root of the pool's hash tree, in hex; empty while the pool is not built. */
export const poolRootHex = (row: SelectionRow) => row.pool_root?.toString('hex') ?? ''
