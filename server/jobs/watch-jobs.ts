import { FROM_LEVEL } from '#contract/last-hour/brownout.ts'
import type { Deps } from '../deps.ts'

/** A cache. `drop` removes all entries. `age` makes each entry again, and keeps the old one if that fails. */
export type Cache = { drop: () => void; age: () => void }

/** Drops the caches of this process when any process changes a job. The database notifies all processes. */
export async function watchJobs({ db, brownout }: Deps, cachedReplies: Cache, otherCaches: Cache[]) {
  const caches = [cachedReplies, ...otherCaches]
  // Under heavy load, lists are made without their search. They are dropped when the search works again.
  let hasSearch = true
  brownout?.onChange(() => {
    const hasSearchNow = brownout.level() < FROM_LEVEL.searchPaused
    if (hasSearchNow !== hasSearch) cachedReplies.drop()
    hasSearch = hasSearchNow
  })
  const onChange = () => caches.forEach((cache) => cache.drop())
  // Without a connection to the database, changes may have been missed. But the caches are not emptied each
  // time that the database returns (R5).
  const onReconnect = () => caches.forEach((cache) => cache.age())
  await db.listen('jobs_changed', onChange, onReconnect)
}
