import { REPORTS } from '#contract/reports/limits.ts'
import type { DecisionFairness, DecisionState } from '#contract/decisions/decision-list.ts'
import {
  type Cell,
  keepsFivePercent,
  keepsTwoThirds,
  suppressMixedCounts,
} from '#contract/decisions/fairness.ts'
import type { Tx } from '../database/connect.ts'
import {
  countHiddenByGroup,
  countPersons,
  insertGroups,
  lockSums,
  markSumsOld,
  type PersonCounts,
  saveSums,
  type StoredSums,
} from './fairness-store.ts'

// The numbers of gender and disability on a decision list. They are shown only if they reveal no single
// person.

/**
 * Whether a count of zero may be shown: for women, for men and for others, in this order. The two counts of
 * disability have no such list, because a zero among them may not be shown.
 */
const IS_ZERO_PUBLIC = [false, false, true]

const byGender = ({ women, men, others }: PersonCounts) => [women, men, others]
const sizeOf = ({ women, men, others }: PersonCounts) => women + men + others
const byDisability = (counts: PersonCounts) => [counts.pwd, sizeOf(counts) - counts.pwd]

/** True for a group whose size reveals no one. A small group would make its members recognisable. */
const isEmptyOrLarge = (count: number) => count === 0 || count >= REPORTS.blockSize

/**
 * Counts gender and disability on a proposed list. The difference between two versions, or between two lists
 * of a job, must not reveal one person whose name is hidden. A group is those applications with hidden names
 * whose sums were shown together before. This list may split a group: one part is on the list, the other is
 * not. New sums are shown only if each part of each group is large or empty. Otherwise the sums of the
 * earlier version stay, marked as old.
 */
export async function saveFairnessSums(
  tx: Tx,
  list: { id: number; jobId: number },
  now: Date,
): Promise<void> {
  await lockSums(tx, list.jobId)
  const groups = await countHiddenByGroup(tx, list.id)
  const revealsNoOne = groups.every(
    ({ on_list, off_list }) => isEmptyOrLarge(on_list) && isEmptyOrLarge(off_list),
  )
  if (!revealsNoOne) {
    await markSumsOld(tx, list.id)
    return
  }
  const hasNewGroup = groups.some(({ group_id }) => group_id === null)
  const splitsGroup = groups.some(({ off_list }) => off_list > 0)
  if (hasNewGroup || splitsGroup) await insertGroups(tx, list.id)
  const { hidden, visible } = await countPersons(tx, list.id)
  await saveSums(tx, list.id, {
    whole: sizeOf(hidden) + sizeOf(visible),
    at: now.toISOString(),
    current: true,
    gender: suppressMixedCounts(byGender(hidden), byGender(visible), IS_ZERO_PUBLIC),
    disability: suppressMixedCounts(byDisability(hidden), byDisability(visible)),
  })
}

/** The sums before there are any that may be shown. */
const UNKNOWN_COUNT: Cell = { count: null, fewer: false }
const UNKNOWN_SUMS = {
  whole: null,
  at: null,
  current: false,
  gender: [UNKNOWN_COUNT, UNKNOWN_COUNT, UNKNOWN_COUNT],
  disability: [UNKNOWN_COUNT, UNKNOWN_COUNT],
}

/**
 * Whether a list keeps the two rules of the law: at most two thirds of one gender, and five percent of people
 * with a disability. Only sums that reveal no one are shown, so everyone who decides sees the same.
 */
export function presentFairness({
  sums,
  state,
}: {
  sums: StoredSums | null
  state: DecisionState
}): DecisionFairness {
  if (!sums) return { ...UNKNOWN_SUMS, two_thirds: 'unknown', five_percent: 'unknown' }
  return {
    ...sums,
    // A draft list may have changed since its sums were stored.
    current: sums.current && state !== 'drafting',
    two_thirds: keepsTwoThirds(sums.gender, sums.whole),
    five_percent: keepsFivePercent(sums.disability, sums.whole),
  }
}
