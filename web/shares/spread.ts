import type { WorkPlan } from '#contract/shares/endpoints.ts'

/** The reviewer id of each county, by county code. */
export type SharingInput = Record<number, number | undefined>

/**
 * Assigns whole counties so that each reviewer has about equally many: the largest first, to the reviewer
 * with the least.
 */
export function spread(
  counties: WorkPlan['counties'],
  reviewers: number[],
  onlyUnread: boolean,
): SharingInput {
  const load = new Map(reviewers.map((id) => [id, 0]))
  const given: SharingInput = {}
  const sizeOf = ({ applications, unread }: WorkPlan['counties'][number]) =>
    onlyUnread ? unread : applications
  for (const county of [...counties].sort((left, right) => sizeOf(right) - sizeOf(left))) {
    const [least] = [...load].sort(([, left], [, right]) => left - right)
    if (!least) break
    given[county.code] = least[0]
    load.set(least[0], least[1] + sizeOf(county))
  }
  return given
}
