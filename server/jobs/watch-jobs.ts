import { FROM_LEVEL } from '#contract/last-hour/brownout.ts'
import type { Deps } from '../deps.ts'

/** `drop` removes all entries. `age` makes each entry again, and keeps the old one while that fails. */
export type Cache = { drop: () => void; age: () => void }

/** Drops the caches of this process when any process changes a job. The database notifies all of them. */
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
  // Changes may have been missed while the connection was away. But a database that comes and goes must not
  // empty the caches (R5).
  const onReconnect = () => caches.forEach((cache) => cache.age())
  await db.listen('jobs_changed', onChange, onReconnect)
}
