import type { Hold } from '#contract/retention/endpoints.ts'
import type { HoldState } from '#contract/retention/words.ts'
import { may } from '#contract/staff/rights.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { presentOfficer } from '../staff/present.ts'
import type { HoldRow, LiftRow, ProposalRow } from './holds-store.ts'

export const isWaiting = ({ decided_at, withdrawn_at }: Pick<ProposalRow, 'decided_at' | 'withdrawn_at'>) =>
  !decided_at && !withdrawn_at

/**
 * The state of a hold. `lapsed`: no second officer decided in time. `lifting`: it is in force, and a proposal
 * to lift it waits.
 */
export function stateOf(hold: HoldRow, lift: LiftRow | undefined, now: Date): HoldState {
  if (hold.withdrawn_at) return 'withdrawn'
  if (hold.approved === false) return 'returned'
  if (hold.lifted_at) return 'lifted'
  if (hold.approved) {
    if (hold.ends_at <= now) return 'ended'
    return lift && isWaiting(lift) ? 'lifting' : 'held'
  }
  return hold.waits_until <= now || hold.ends_at <= now ? 'lapsed' : 'waiting'
}

const presentProposal = (row: ProposalRow) => ({
  reason: row.reason,
  proposed_by: { id: row.proposed_by, name: row.proposed_by_name },
  proposed_at: row.proposed_at.toISOString(),
  decided_by: presentOfficer(row.decided_by, row.decided_by_name),
  decided_at: row.decided_at?.toISOString() ?? null,
  note: row.note,
})

/**
 * What this officer may do with a hold. `proposer` is the officer who proposed it. While a proposal to lift
 * the hold waits, it is the officer who proposed that.
 */
function permittedActions(state: HoldState, proposer: number | undefined, staff: Staff): Hold['may'] {
  const isProposer = proposer === staff.id
  const actions: Hold['may'] = []
  const waits = state === 'waiting' || state === 'lifting'
  if (waits && !isProposer && may(staff.role, 'retention.decide')) actions.push('decide')
  if (waits && isProposer && may(staff.role, 'retention.hold')) actions.push('withdraw')
  if (state === 'held' && may(staff.role, 'retention.hold')) actions.push('lift')
  return actions
}

/** A hold as this officer sees it, and what the officer may do with it now. */
export function presentHold(hold: HoldRow, lift: LiftRow | undefined, staff: Staff, now: Date): Hold {
  const state = stateOf(hold, lift, now)
  const proposer = state === 'lifting' ? lift?.proposed_by : hold.proposed_by
  return {
    id: hold.id,
    job: { id: hold.job_id, reference: hold.reference, title: hold.title },
    state,
    ...presentProposal(hold),
    ends_at: hold.ends_at.toISOString(),
    waits_until: hold.waits_until.toISOString(),
    lift: lift && !lift.withdrawn_at ? { id: lift.id, ...presentProposal(lift) } : null,
    may: permittedActions(state, proposer, staff),
  }
}
