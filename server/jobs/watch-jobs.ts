import { FROM_LEVEL } from '#contract/last-hour/brownout.ts'
import type { Deps } from '../deps.ts'

/** `drop` forgets all entries. `age` makes each entry again, and keeps the old one while that fails. */
export type Cache = { drop: () => void; age: () => void }

/** Keeps the caches in step with the jobs, across all processes. */
export async function watchJobs({ db, brownout }: Deps, cachedReplies: Cache, otherCaches: Cache[]) {
  const caches = [cachedReplies, ...otherCaches]
  // A list without its search must not outlive the level that paused the search.
  let hasSearch = true
  brownout?.onChange(() => {
    const hasSearchNow = brownout.level() < FROM_LEVEL.searchPaused
    if (hasSearchNow !== hasSearch) cachedReplies.drop()
    hasSearch = hasSearchNow
  })
  const onChange = () => caches.forEach((cache) => cache.drop())
  // A database that comes and goes must not empty the caches (R5).
  const onReconnect = () => caches.forEach((cache) => cache.age())
  await db.listen('jobs_changed', onChange, onReconnect)
}
