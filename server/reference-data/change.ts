import type { ReferenceList } from '#contract/reference-data/words.ts'
import type { ReferenceData } from '#contract/reference-data/staff-endpoints.ts'
import { REFERENCE_DATA_WORDS } from '#contract/reference-data/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findLevels } from './levels-store.ts'
import { findAreas, findCentres, findCounties, findTypes } from './store.ts'
import { keysOf } from '../record-of.ts'

/** All reference data: the lists that forms and filters offer. Every change returns them too. */
export const presentReferenceData = async (tx: Tx): Promise<ReferenceData> => ({
  types: await findTypes(tx),
  levels: await findLevels(tx),
  centres: await findCentres(tx),
  areas: await findAreas(tx),
  counties: await findCounties(tx),
})

type ChangedEntry = { list: ReferenceList; id: number; reason: string }

/**
 * Records in the audit log which fields of an entry changed, with their old and new values.
 * @throws refuse `conflict` when nothing changed
 */
export async function recordChange<Row extends object>(
  tx: Tx,
  staff: Staff,
  { list, id, reason }: ChangedEntry,
  before: Row,
  after: Row,
  now: Date,
) {
  const changedFields = keysOf(after).filter((field) => before[field] !== after[field])
  if (changedFields.length === 0) throw refuse('conflict', { message: REFERENCE_DATA_WORDS.unchanged })
  const pickChanged = (row: Row) => Object.fromEntries(changedFields.map((field) => [field, row[field]]))
  await recordAudit(
    tx,
    staff,
    {
      act: 'lookup.changed',
      reason: reason.trim(),
      detail: { list, id, from: pickChanged(before), to: pickChanged(after) },
    },
    now,
  )
}

export const recordAdded = (
  tx: Tx,
  staff: Staff,
  { list, id, reason }: ChangedEntry,
  row: object,
  now: Date,
) =>
  recordAudit(tx, staff, { act: 'lookup.added', reason: reason.trim(), detail: { list, id, to: row } }, now)
