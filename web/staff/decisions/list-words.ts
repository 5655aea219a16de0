import type { DecisionList, ListState } from '#contract/staff-decisions.ts'
import { type Stage, STAGE_WORDS, STATUS_OF } from '#contract/staff-stages.ts'

/** Where a list of decisions stands, in words. */
export const LIST_WORDS: Record<ListState, string> = {
  drafting: 'Being drafted',
  proposed: 'Waits for a second person',
  approved: 'Approved, not in effect yet',
  applied: 'In effect',
  withdrawn: 'Given up',
  undone: 'Undone',
}
/** The same for a row of links, where each word costs room. */
export const LIST_TABS: Record<ListState, string> = {
  drafting: 'Drafted',
  proposed: 'Proposed',
  approved: 'Approved',
  applied: 'In effect',
  withdrawn: 'Given up',
  undone: 'Undone',
}
export const LIST_STATES = Object.keys(LIST_WORDS) as ListState[]

/** The stage as officers call it, and the status that applicants read. */
export const stageWords = (stage: Stage) => {
  const [word, status] = [STAGE_WORDS[stage], STATUS_OF[stage]]
  return word === status ? word : `${word} (applicants read ${status})`
}

/** A returned list is drafted anew, with the note of whoever returned it. */
export const wasReturned = ({ state, note, decided_at }: Pick<DecisionList, 'state' | 'note' | 'decided_at'>) =>
  state === 'drafting' && decided_at !== null && note !== ''
