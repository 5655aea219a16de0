import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { DecisionList, DecisionState } from '#contract/decisions/decision-list.ts'

export type WaitingLists = {
  /** Proposed by someone else, and this officer may decide. */
  toDecide: DecisionList[]
  /** Drafts of this officer, not proposed yet. */
  drafting: DecisionList[]
  /** Approved, and this officer may still undo it. */
  undoable: DecisionList[]
}

/** Of the open lists of decisions, those that wait for this officer. No one decides on their own list. */
export function waitingFor({ id, rights }: StaffMember, open: DecisionList[]): WaitingLists {
  const inState = (state: DecisionState) => open.filter((list) => list.state === state)
  return {
    toDecide: rights.includes('decisions.approve')
      ? inState('proposed').filter((list) => list.proposed_by?.id !== id && list.made_by.id !== id)
      : [],
    drafting: rights.includes('decisions.propose')
      ? inState('drafting').filter((list) => list.made_by.id === id)
      : [],
    undoable: inState('approved').filter((list) => list.proposed_by?.id === id || list.decided_by?.id === id),
  }
}
