import type { WorkPlan } from '#contract/shares/endpoints.ts'

/** The reviewer id of each county, by county code. */
export type Assignment = Record<number, number | undefined>

/**
 * Assigns whole counties so that each reviewer has about equally many: the largest first, to the reviewer
 * with the least.
 */
export function spreadCounties(
  counties: WorkPlan['counties'],
  reviewers: number[],
  onlyUnread: boolean,
): Assignment {
  const sizes = new Map(reviewers.map((id) => [id, 0]))
  const assignment: Assignment = {}
  const sizeOf = ({ applications, unread }: WorkPlan['counties'][number]) =>
    onlyUnread ? unread : applications
  for (const county of [...counties].sort((left, right) => sizeOf(right) - sizeOf(left))) {
    const [smallestShare] = [...sizes].sort(([, left], [, right]) => left - right)
    if (!smallestShare) break
    const [reviewerId, size] = smallestShare
    assignment[county.code] = reviewerId
    sizes.set(reviewerId, size + sizeOf(county))
  }
  return assignment
}
