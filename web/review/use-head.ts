import type { Loaded } from '../loaded.ts'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import type { Head } from './filter-groups.ts'
import { useResolved } from '../staff-ui/use-resolved.ts'

/** The head of the table. The earlier one stays until it has loaded again. */
export function useHead(pendingHead: Promise<Loaded<Head>>) {
  const loaded = useResolved(pendingHead)
  const [head, setHead] = useLatestData(loaded)
  return {
    head,
    error: loaded?.error,
    onViews: (views: Head['views']) => setHead((before) => before && { ...before, views }),
  }
}
