import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { DecisionList, DecisionState } from '#contract/decisions/endpoints.ts'
import { call } from '../api.ts'
import { type Answered, useAnswer } from '../use-answer.ts'

export type WaitingLists = {
  /** Proposed by someone else, and this officer may decide. */
  toDecide: DecisionList[]
  /** Drafts of this officer, not proposed yet. */
  drafting: DecisionList[]
  /** Approved, and this officer may still undo it. */
  undoable: DecisionList[]
}

/** The lists of decisions that wait for this officer; loaded again when `round` changes. */
export const useWaitingLists = ({ id, rights }: StaffMember, round = 0): Answered<WaitingLists> =>
  useAnswer(`waiting ${round}`, async () => {
    if (!rights.includes('applications.read')) return { toDecide: [], drafting: [], undoable: [] }
    const { results } = await call('GET /api/staff/decisions/', { query: { open: '1' } })
    const of = (state: DecisionState) => results.filter((it) => it.state === state)
    return {
      toDecide: rights.includes('decisions.approve')
        ? of('proposed').filter((it) => it.proposed_by?.id !== id && it.made_by.id !== id)
        : [],
      drafting: rights.includes('decisions.propose')
        ? of('drafting').filter((it) => it.made_by.id === id)
        : [],
      undoable: of('approved').filter((it) => it.proposed_by?.id === id || it.decided_by?.id === id),
    }
  })
