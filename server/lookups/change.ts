import type { LookupList } from '#contract/lookup-words.ts'
import type { Lookups } from '#contract/staff-lookups.ts'
import { LOOKUP_WORDS } from '#contract/lookup-words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../http/staff-session.ts'
import { recordAct } from '../staff/record-act.ts'
import { findLevels } from './levels-store.ts'
import { findAreas, findCentres, findCounties, findTypes } from './store.ts'

export const presentLookups = async (tx: Tx): Promise<Lookups> => ({
  types: await findTypes(tx),
  levels: await findLevels(tx),
  centres: await findCentres(tx),
  areas: await findAreas(tx),
  counties: await findCounties(tx),
})

type Changed = { list: LookupList; id: number; reason: string }

/** Writes down what of an entry changed, from what to what. @throws conflict when nothing did */
export async function recordChange<Row extends object>(tx: Tx, staff: Staff, { list, id, reason }: Changed, before: Row, after: Row, now: Date) {
  const fields = (Object.keys(after) as (keyof Row)[]).filter((field) => before[field] !== after[field])
  if (fields.length === 0) throw refuse('conflict', { message: LOOKUP_WORDS.unchanged })
  const only = (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field]]))
  await recordAct(tx, staff, { act: 'lookup.changed', reason: reason.trim(), detail: { list, id, from: only(before), to: only(after) } }, now)
}

export const recordAdded = (tx: Tx, staff: Staff, { list, id, reason }: Changed, row: object, now: Date) =>
  recordAct(tx, staff, { act: 'lookup.added', reason: reason.trim(), detail: { list, id, to: row } }, now)
