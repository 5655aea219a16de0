import type { DecisionState } from '#contract/decisions/decision-list.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { LIST_WORDS } from './list-words.ts'

/** The icon of each state, and the class that colours it. A list that is still a draft has no colour. */
const MARKS: Record<DecisionState, [icon: IconName, className: string]> = {
  drafting: ['pen', ''],
  proposed: ['half', 'text-amber'],
  approved: ['clock', 'text-amber'],
  applied: ['tick', 'text-green'],
  withdrawn: ['x', 'quiet'],
  undone: ['x', 'quiet'],
}

/** The state of a decision list by icon, word and colour, so that no one depends on only one of them. */
export const ListStateMark = ({ state }: { state: DecisionState }) => (
  <span className={MARKS[state][1]}>
    <Icon name={MARKS[state][0]} size="icon-small" /> {LIST_WORDS[state]}
  </span>
)
