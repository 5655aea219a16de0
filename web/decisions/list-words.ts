import { t } from '@lingui/core/macro'
import type { DecisionList, DecisionState } from '#contract/decisions/decision-list.ts'
import { type Stage, STAGE_WORDS, STATUS_OF } from '#contract/review/stages.ts'
import { keysOf } from '../staff-ui/typed-choice.ts'
import { countedApplications } from '../staff-ui/applications.ts'

/** The state of a list of decisions, in words. */
export const LIST_WORDS: Record<DecisionState, string> = {
  drafting: t`Being drafted`,
  proposed: t`Waits for a second person`,
  approved: t`Approved, not in effect yet`,
  applied: t`In effect`,
  withdrawn: t`Withdrawn`,
  undone: t`Undone`,
}
/** Shorter words for the state of a list, for a row of links with little space. */
export const LIST_TABS: Record<DecisionState, string> = {
  drafting: t`Drafted`,
  proposed: t`Proposed`,
  approved: t`Approved`,
  applied: t`In effect`,
  withdrawn: t`Withdrawn`,
  undone: t`Undone`,
}
export const LIST_STATES = keysOf(LIST_WORDS)

/** A stage in the words of officers. If applicants read another word for the stage, that is added. */
export const stageWords = (stage: Stage) => {
  const word = STAGE_WORDS[stage]
  const status = STATUS_OF[stage]
  return word === status ? word : t`${word} (applicants read ${status})`
}

/** The stages with a verb of their own. `what` counts the applications, such as `12 applications`. */
const ACTIONS: Partial<Record<Stage, (what: string) => string>> = {
  shortlisted: (what) => t`shortlist ${what}`,
  rejected: (what) => t`reject ${what}`,
  hired: (what) => t`mark ${what} as hired`,
}
/** What a decision list does, as a verb with its object: `reject 12 applications`. */
export const actionWords = ({ to_stage: stage, size }: Pick<DecisionList, 'to_stage' | 'size'>): string => {
  const applications = countedApplications(size)
  return ACTIONS[stage]?.(applications) ?? t`move ${applications} to ${STAGE_WORDS[stage]}`
}
/** What a decision list does, as the label of a button: `actionWords` with a capital. */
export const actionLabel = (list: Pick<DecisionList, 'to_stage' | 'size'>): string =>
  actionWords(list).replace(/^./, (first) => first.toUpperCase())

/** Whether a second person gave the list back with a note, so that it is a draft again. */
export const wasReturned = ({
  state,
  note,
  decided_at,
}: Pick<DecisionList, 'state' | 'note' | 'decided_at'>) =>
  state === 'drafting' && decided_at !== null && note !== ''

export const PROPOSED = t`Proposed. A second person decides.`
