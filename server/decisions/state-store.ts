import { stageOf } from '#contract/review/stages.ts'
import { sql, type Tx } from '../database/connect.ts'
import { removeLeftEntries, updateNeedsSecond } from './entries-store.ts'
import type { ListRow } from './store.ts'

// Changes of the state of a decision list. The states are `drafting`, `proposed` (when a second officer is
// needed), `approved` and `applied`. A list may instead end as `withdrawn` or `undone`.

type Proposal = { needsSecond: boolean; effectiveAt: Date | null; digest: Buffer; by: number; now: Date }

/**
 * Stores why the list is decided before the job's deadline; '' when it is not. Call it before `digestOf`:
 * digests of format 2 cover this reason.
 */
export const setEarlyReason = (tx: Tx, id: number, reason: string) =>
  tx.run(sql`update decisions set early_reason = ${reason}, digest_format = 2 where id = ${id}`)

/**
 * Freezes a list. A list with `effectiveAt` needs no second officer: it is approved and takes effect then.
 */
export const freezeList = (tx: Tx, id: number, proposal: Proposal) =>
  tx.run(sql`
    update decisions set state = ${proposal.effectiveAt ? 'approved' : 'proposed'}, needs_second = ${proposal.needsSecond}, digest = ${proposal.digest}::bytea,
      effective_at = ${proposal.effectiveAt}, proposed_by = ${proposal.by}, proposed_at = ${proposal.now}, decided_by = null, decided_at = null, note = '', updated_at = ${proposal.now}
    where id = ${id}`)

/**
 * Approves a list, which takes effect at `effectiveAt`. The database constraint `decisions_second_person`
 * refuses the officer who made or proposed the list.
 */
export const approveList = (
  tx: Tx,
  id: number,
  values: { by: number; note: string; effectiveAt: Date; now: Date },
) =>
  tx.run(sql`
    update decisions set state = 'approved', decided_by = ${values.by}, decided_at = ${values.now}, note = ${values.note}, effective_at = ${values.effectiveAt},
      updated_at = ${values.now}
    where id = ${id}`)

/**
 * Turns the list back into a draft. Either a second officer (`by`) returns it with a note, or it is taken
 * back (`by` is null). Applications that left the list meanwhile are no longer on the draft.
 */
export const returnToDraft = async (
  tx: Tx,
  { id, to_stage }: Pick<ListRow, 'id' | 'to_stage'>,
  values: { by: number | null; note: string; now: Date },
): Promise<void> => {
  await tx.run(sql`
    update decisions set state = 'drafting', digest = null, proposed_by = null, proposed_at = null, decided_by = ${values.by}, note = ${values.note},
      decided_at = case when ${values.by}::bigint is not null then ${values.now}::timestamptz end, updated_at = ${values.now}
    where id = ${id}`)
  await removeLeftEntries(tx, id)
  await updateNeedsSecond(tx, id, stageOf(to_stage))
}

export const endList = (tx: Tx, id: number, state: 'withdrawn' | 'undone', now: Date) =>
  tx.run(sql`update decisions set state = ${state}, updated_at = ${now} where id = ${id}`)
