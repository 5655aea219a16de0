import type { WorkPlan } from '#contract/shares/endpoints.ts'

/** The reviewer id of each county, by county code. */
export type Assignment = Record<number, number | undefined>

/**
 * Assigns whole counties so that each reviewer has about equally many: the largest first, to the reviewer
 * with the least.
 */
export function spread(counties: WorkPlan['counties'], reviewers: number[], onlyUnread: boolean): Assignment {
  const load = new Map(reviewers.map((id) => [id, 0]))
  const assigned: Assignment = {}
  const sizeOf = ({ applications, unread }: WorkPlan['counties'][number]) =>
    onlyUnread ? unread : applications
  for (const county of [...counties].sort((left, right) => sizeOf(right) - sizeOf(left))) {
    const [least] = [...load].sort(([, left], [, right]) => left - right)
    if (!least) break
    assigned[county.code] = least[0]
    load.set(least[0], least[1] + sizeOf(county))
  }
  return assigned
}
