import type { Loaded } from '../loaded.ts'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import type { JobOverview } from './filter-groups.ts'
import { useResolved } from '../staff-ui/use-resolved.ts'

/** Makes the new views from the present ones. */
export type ViewsChange = (views: JobOverview['views']) => JobOverview['views']

/** The overview of the job. The earlier one stays until a newer one has loaded. */
export function useOverview(pendingOverview: Promise<Loaded<JobOverview>>) {
  const loaded = useResolved(pendingOverview)
  const [overview, setOverview] = useLatestData(loaded)
  return {
    overview,
    error: loaded?.error,
    /** Changes the views that are shown now, because a call may have changed them meanwhile. */
    onViews: (change: ViewsChange) =>
      setOverview((before) => before && { ...before, views: change(before.views) }),
  }
}
