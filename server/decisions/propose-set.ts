import type { Reason } from '#contract/decisions/reasons.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import { isVerdict, needsSecond, sourcesOf, type Stage, stageNumber } from '#contract/review/stages.ts'
import type { Sql, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { planAsUsual, planForValues } from '../review/filter.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { addEntries, countMatches, setReserveNumbers } from './entries-store.ts'
import { lockListInState } from './lists.ts'
import { proposeLocked } from './propose.ts'
import { saveReason } from './reasons.ts'
import { insertList, setNameAndReason } from './store.ts'

/** The people whom the result of a selection moves to a stage. */
export type ProposedSet = {
  jobId: number
  /** The id of the run of the selection. */
  selectionRun: number
  /** The name of the new list. */
  name: string
  to: Stage
  /** An SQL condition on `application_facts facts` that selects these people. */
  condition: Sql
  /** The reason that everyone on the list reads. */
  reason?: Reason
  /** SQL for rows of application_id, reserve_number and reserve_place. Only for a reserve list. */
  reserveNumbers?: Sql
}

/**
 * Puts all of these people on a new list and proposes it, as an officer proposes any list. Returns the id of
 * the list, or undefined without people. Refuses `conflict` if one of them cannot be moved. `earlyReason`
 * says why the list is proposed before the job's deadline; after the deadline it is dropped. `clock` is read
 * again for the log, because adding many entries takes long.
 */
export async function proposeSet(
  tx: Tx,
  staff: Staff,
  proposed: ProposedSet,
  { earlyReason, clock }: { earlyReason: string; clock: Deps['now'] },
): Promise<number | undefined> {
  const { jobId, selectionRun, name, to, condition } = proposed
  const now = clock()
  if ((await countMatches(tx, jobId, condition)) === 0) return undefined
  const values = { jobId, selectionRun, name, toStage: stageNumber(to), needsSecond: needsSecond(to) }
  const id = await insertList(tx, { ...values, by: staff.id, now })
  // The reason is stored after the list, because it contains the list's id.
  const reasonId = await saveReason(tx, id, proposed.reason)
  if (reasonId !== null) await setNameAndReason(tx, id, { name, reasonId, now })
  // A selection reverses no decision. If its result has someone who is rejected, `notMovedCount` is above 0
  // below, and the proposal is refused.
  const sources = sourcesOf(to).filter((from) => !isVerdict(from))
  // Plan for this condition: a cached plan must fit all conditions, so it would read the whole job.
  await planForValues(tx)
  const counts = await addEntries(tx, {
    listId: id,
    jobId,
    condition,
    sources: sources.map(stageNumber),
    sourcesForTwo: sources.filter((from) => needsSecond(to, from)).map(stageNumber),
    // Everyone who matches is added. The reason of the whole list applies to each.
    expected: null,
    reason: null,
    by: staff.id,
    now,
  })
  await planAsUsual(tx)
  // There is always a row of counts. The zeros are only for the type.
  const { matched, changed } = counts ?? { matched: 0, changed: 0 }
  const notMovedCount = matched - changed
  if (notMovedCount > 0) throw refuse('conflict', { message: DECISION_WORDS.notMovable(notMovedCount) })
  if (proposed.reserveNumbers) await setReserveNumbers(tx, id, proposed.reserveNumbers)
  await recordAudit(
    tx,
    staff,
    { act: 'list.made', jobId, detail: { list: id, to, run: selectionRun, added: changed } },
    clock(),
  )
  const draft = await lockListInState(tx, staff, id, 'drafting')
  await proposeLocked(tx, staff, draft, { early_reason: earlyReason, clock })
  return id
}
