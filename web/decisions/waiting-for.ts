import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { DecisionList, DecisionState } from '#contract/decisions/decision-list.ts'

export type WaitingLists = {
  /** Lists that someone else proposed, and on which this officer may decide. */
  toDecide: DecisionList[]
  /** Draft lists of this officer that are not proposed yet. */
  drafting: DecisionList[]
  /** Approved lists that this officer may still undo. */
  undoable: DecisionList[]
}

/** Selects the open lists that wait for this officer. No one decides on their own list. */
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
