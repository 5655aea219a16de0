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

export const presentReferenceData = async (tx: Tx): Promise<ReferenceData> => ({
  types: await findTypes(tx),
  levels: await findLevels(tx),
  centres: await findCentres(tx),
  areas: await findAreas(tx),
  counties: await findCounties(tx),
})

type Changed = { list: ReferenceList; id: number; reason: string }

/**
 * Records which fields of an entry changed, from what to what.
 * @throws conflict when nothing changed
 */
export async function recordChange<Row extends object>(
  tx: Tx,
  staff: Staff,
  { list, id, reason }: Changed,
  before: Row,
  after: Row,
  now: Date,
) {
  const fields = keysOf(after).filter((field) => before[field] !== after[field])
  if (fields.length === 0) throw refuse('conflict', { message: REFERENCE_DATA_WORDS.unchanged })
  const only = (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field]]))
  await recordAudit(
    tx,
    staff,
    {
      act: 'lookup.changed',
      reason: reason.trim(),
      detail: { list, id, from: only(before), to: only(after) },
    },
    now,
  )
}

export const recordAdded = (tx: Tx, staff: Staff, { list, id, reason }: Changed, row: object, now: Date) =>
  recordAudit(tx, staff, { act: 'lookup.added', reason: reason.trim(), detail: { list, id, to: row } }, now)
