import { isExpired } from '#contract/dates.ts'
import { editableReason, sayReason } from '#contract/decisions/reasons.ts'
import type { DecisionList, DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { may } from '#contract/staff/rights.ts'
import { stageOf } from '#contract/review/stages.ts'
import { DECISION_WORDS, STAFF_WORDS } from '#contract/staff/words.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas } from '../staff/areas.ts'
import { presentOfficer } from '../staff/present.ts'
import { presentFairness } from './fairness.ts'
import { previewEmail } from './emails.ts'
import { countReasons } from './reasons-store.ts'
import { countStages, findList, hasContributed, type ListRow, countByCounty } from './store.ts'

// Decision lists as officers see them.

const isoOrNull = (moment: Date | null) => moment?.toISOString() ?? null

export const presentList = (row: ListRow): DecisionList => ({
  id: row.id,
  job: { id: row.job_id, reference: row.job_reference, title: row.job_title },
  name: row.name,
  to_stage: stageOf(row.to_stage),
  reason: sayReason(row.reason),
  early_reason: row.early_reason,
  needs_second: row.needs_second,
  state: row.state,
  size: row.size,
  made_by: { id: row.made_by, name: row.made_by_name },
  made_at: row.made_at.toISOString(),
  proposed_by: presentOfficer(row.proposed_by, row.proposed_by_name),
  proposed_at: isoOrNull(row.proposed_at),
  decided_by: presentOfficer(row.decided_by, row.decided_by_name),
  decided_at: isoOrNull(row.decided_at),
  note: row.note,
  effective_at: isoOrNull(row.effective_at),
  applied_at: isoOrNull(row.applied_at),
  left_out: row.left_out,
  updated_at: row.updated_at.toISOString(),
})

/** The deadline of the job, if it has one and is still open. */
export const futureDeadline = ({ job_deadline }: Pick<ListRow, 'job_deadline'>, now: Date): Date | null =>
  isExpired(job_deadline, now) ? null : job_deadline

/**
 * Why this officer cannot be the second person for a list (T32): they made it, proposed it or changed its
 * content. Undefined when they can be.
 */
export async function whyNotSecondPerson(
  tx: Tx,
  { id: listId, made_by, proposed_by }: ListRow,
  { id }: Staff,
): Promise<string | undefined> {
  if (made_by === id || proposed_by === id) return STAFF_WORDS.secondPerson
  return (await hasContributed(tx, listId, id)) ? DECISION_WORDS.contributed : undefined
}

/** The officers who proposed or approved a list are responsible for it, and may stop it. */
export const isResponsible = ({ proposed_by, decided_by }: ListRow, { id }: Staff) =>
  proposed_by === id || decided_by === id

/** A list can no longer be stopped when it is due or its first application was moved. */
export const canBeStopped = ({ state, effective_at, started_at }: ListRow, now: Date) =>
  state === 'approved' && started_at === null && effective_at !== null && effective_at > now

/** What this officer may do with the list now. */
function permittedActions(
  row: ListRow,
  staff: Staff,
  canBeSecondPerson: boolean,
  now: Date,
): DecisionListDetail['may'] {
  const actions: DecisionListDetail['may'] = []
  if (may(staff.role, 'decisions.propose')) {
    // The selection decides who is on its lists, so no one changes them.
    if (row.state === 'drafting' && row.selection_run === null) actions.push('change')
    if (row.state === 'drafting' && row.size > 0) actions.push('propose')
    if (row.state === 'drafting' || row.state === 'proposed') actions.push('withdraw')
  }
  if (row.state === 'proposed' && canBeSecondPerson && may(staff.role, 'decisions.approve'))
    actions.push('decide')
  if (canBeStopped(row, now) && isResponsible(row, staff) && may(staff.role, 'decisions.undo'))
    actions.push('undo')
  return actions
}

/** A whole decision list, as this officer may see it. Refuses `not_found`. */
export async function presentListDetail(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  id: number,
): Promise<DecisionListDetail> {
  const now = deps.now()
  const row = await findList(tx, staff, id)
  if (!row) throw refuse('not_found')
  const stages = await countStages(tx, staff, id)
  const totalOf = (group: 'women' | 'men' | 'others' | 'pwd') =>
    stages.reduce((sum, stage) => sum + stage[group], 0)
  const reasons = (await countReasons(tx, id, inAreas(staff.areas))).map(({ reason, count }) => ({
    text: sayReason(reason),
    count,
  }))
  // When a list approved by two officers is applied, its names become visible. Then exact counts reveal
  // nothing more.
  const areNamesVisible = row.state === 'applied' && row.needs_second
  const objection = await whyNotSecondPerson(tx, row, staff)
  return {
    ...presentList(row),
    digest: row.digest?.toString('hex') ?? null,
    own_reason: editableReason(row.reason),
    reasons,
    open_until: isoOrNull(futureDeadline(row, now)),
    // Names in the API: `law` is the fairness, `from` the stages, and `letter` the preview of the email.
    law: presentFairness(row),
    from: stages.map(({ stage, count }) => ({ stage: stageOf(stage), count })),
    counties: await countByCounty(tx, staff, id),
    sums: areNamesVisible
      ? { women: totalOf('women'), men: totalOf('men'), others: totalOf('others'), pwd: totalOf('pwd') }
      : null,
    letter: previewEmail(
      deps,
      row,
      stages.map(({ stage }) => stage),
      reasons.map(({ text }) => text),
    ),
    may: permittedActions(row, staff, objection === undefined, now),
  }
}
