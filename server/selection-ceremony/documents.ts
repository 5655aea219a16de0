import type { Tx } from '../database/connect.ts'
import { writeDocument } from '../selection/seed.ts'
import { type Actor, recordAudit } from '../staff/record-audit.ts'
import { record } from '../transparency/record.ts'
import { insertDocument, type SelectionRow } from './store.ts'

/** Adds a document of the ceremony, and its event of the public log. */
export async function publishDocument(
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

export const auditCeremony = (
  tx: Tx,
  actor: Actor,
  row: SelectionRow,
  act: string,
  detail: object,
  now: Date,
) => recordAudit(tx, actor, { act, jobId: row.job_id, detail: { selection: row.id, ...detail } }, now)

export const rootOf = (row: SelectionRow) => row.pool_root?.toString('hex') ?? ''
