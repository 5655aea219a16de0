import { REPORTS } from '#contract/reports/limits.ts'
import type { DecisionFairness, DecisionState } from '#contract/decisions/decision-list.ts'
import {
  type Cell,
  keepsFivePercent,
  keepsTwoThirds,
  suppressSmallCounts,
} from '#contract/decisions/fairness.ts'
import type { Tx } from '../database/connect.ts'
import {
  countHiddenGroups,
  countPersons,
  insertGroups,
  lockSums,
  markSumsOld,
  saveSums,
  type StoredSums,
} from './fairness-store.ts'

/** A smaller group would make its members recognisable, unless it is empty. */
const isEmptyOrLarge = (count: number) => count === 0 || count >= REPORTS.blockSize

/**
 * Counts gender and disability on a list that is proposed. The difference between two versions, or between
 * two lists of a job, must not reveal one person. So the sums are shown only under two conditions: the
 * applications with hidden names are whole groups of twenty or more, and the rest of each group that was
 * shown before is such a group too. Otherwise the sums of the earlier version stay, marked as old.
 */
export async function saveFairnessSums(
  tx: Tx,
  list: { id: number; jobId: number },
  now: Date,
): Promise<void> {
  await lockSums(tx, list.jobId)
  const groups = await countHiddenGroups(tx, list.id)
  const revealsNoOne = groups.every(({ on_it, left }) => isEmptyOrLarge(on_it) && isEmptyOrLarge(left))
  if (!revealsNoOne) {
    await markSumsOld(tx, list.id)
    return
  }
  if (groups.some(({ group_id, left }) => group_id === null || left > 0)) await insertGroups(tx, list.id)
  const { women, men, others, pwd } = await countPersons(tx, list.id)
  const size = women + men + others
  const gender = suppressSmallCounts([women, men, others], [false, false, true])
  await saveSums(tx, list.id, {
    whole: size,
    at: now.toISOString(),
    current: true,
    gender,
    disability: suppressSmallCounts([pwd, size - pwd]),
  })
}

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
 * with a disability. It shows only sums that reveal no one, so everyone who decides sees the same.
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
    current: sums.current && state !== 'drafting',
    two_thirds: keepsTwoThirds(sums.gender, sums.whole),
    five_percent: keepsFivePercent(sums.disability, sums.whole),
  }
}
