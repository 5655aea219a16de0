import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { DecisionState, ListedDecision } from '#contract/decisions/decision-list.ts'

export type WaitingLists = {
  /** Lists that someone else proposed, and on which this officer may decide. */
  toDecide: ListedDecision[]
  /** Draft lists of this officer that are not proposed yet. */
  drafting: ListedDecision[]
  /** Approved lists that this officer may still undo. */
  undoable: ListedDecision[]
}

/**
 * Selects the open lists that wait for this officer. No one decides on a list that they made, proposed or
 * changed.
 */
export function waitingFor(
  { id, rights }: Pick<StaffMember, 'id' | 'rights'>,
  open: ListedDecision[],
): WaitingLists {
  const inState = (state: DecisionState) => open.filter((list) => list.state === state)
  return {
    toDecide: rights.includes('decisions.approve')
      ? inState('proposed').filter(
          ({ proposed_by, made_by, contributed }) =>
            proposed_by?.id !== id && made_by.id !== id && !contributed,
        )
      : [],
    drafting: rights.includes('decisions.propose')
      ? inState('drafting').filter((list) => list.made_by.id === id)
      : [],
    undoable: inState('approved').filter((list) => list.proposed_by?.id === id || list.decided_by?.id === id),
  }
}
