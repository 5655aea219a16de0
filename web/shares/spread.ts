import type { WorkPlan } from '#contract/shares/endpoints.ts'

/** The id of the reviewer who has each county, by the code of the county. */
export type Assignment = Record<number, number | undefined>

/**
 * Assigns whole counties to reviewers, so that each has about equally many applications. The largest county
 * comes first. Each county goes to the reviewer who has the fewest applications until then.
 */
export function spreadCounties(
  counties: WorkPlan['counties'],
  reviewerIds: number[],
  onlyUnread: boolean,
): Assignment {
  const sizes = new Map(reviewerIds.map((id) => [id, 0]))
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
