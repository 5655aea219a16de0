import { REPORTS } from '#contract/reports/limits.ts'
import type { DecisionFairness, DecisionState } from '#contract/decisions/endpoints.ts'
import {
  type Cell,
  keepsFivePercent,
  keepsTwoThirds,
  suppressSmallCounts,
} from '#contract/decisions/fairness.ts'
import type { Tx } from '../database/connect.ts'
import {
  countPersons,
  hiddenGroups,
  holdSums,
  insertGroups,
  insertSums,
  type StoredSums,
  sumsAreOld,
} from './law-store.ts'

const isBlock = (count: number) => count === 0 || count >= REPORTS.block

/**
 * Counts gender and disability on a list that is proposed. The difference between two versions, or two lists
 * of a job, must not reveal one person. So sums are shown only if the applications with hidden names are
 * whole groups of twenty or more.
 * The rest of each group shown before must be such a group too. Otherwise the sums of the earlier version
 * stay, marked as such.
 */
export async function countSums(tx: Tx, list: { id: number; jobId: number }, now: Date): Promise<void> {
  await holdSums(tx, list.jobId)
  const groups = await hiddenGroups(tx, list.id)
  if (!groups.every(({ on_it, left }) => isBlock(on_it) && isBlock(left))) {
    await sumsAreOld(tx, list.id)
    return
  }
  if (groups.some(({ group_id, left }) => group_id === null || left > 0)) await insertGroups(tx, list.id)
  const { women, men, others, pwd } = await countPersons(tx, list.id)
  const whole = women + men + others
  const gender = suppressSmallCounts([women, men, others], [false, false, true])
  await insertSums(tx, list.id, {
    whole,
    at: now.toISOString(),
    current: true,
    gender,
    disability: suppressSmallCounts([pwd, whole - pwd]),
  })
}

const NOTHING: Cell = { count: null, fewer: false }
const UNTOLD = {
  whole: null,
  at: null,
  current: false,
  gender: [NOTHING, NOTHING, NOTHING],
  disability: [NOTHING, NOTHING],
}

/** The fairness lines of the law as far as they may be shown; the same for everyone who decides. */
export function presentLaw({
  sums,
  state,
}: {
  sums: StoredSums | null
  state: DecisionState
}): DecisionFairness {
  if (!sums) return { ...UNTOLD, two_thirds: 'unknown', five_percent: 'unknown' }
  return {
    ...sums,
    current: sums.current && state !== 'drafting',
    two_thirds: keepsTwoThirds(sums.gender, sums.whole),
    five_percent: keepsFivePercent(sums.disability, sums.whole),
  }
}
