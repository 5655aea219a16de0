import type { JobFilters } from '#contract/jobs/endpoints.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import type { Tx } from '../database/connect.ts'
import { together } from '../database/together.ts'
import { dropPlaces } from './places.ts'
import { findList, findPublicVersions, findJobsInFull, type JobRow, type JobVersion } from './store.ts'

const MAX_LISTS = 200
const MAX_ROWS = 1_000
const MAX_AGE_MS = 30_000

/**
 * The list is right from `from`, when it was read, until `until`, when its first job closes. Both are in
 * milliseconds since 1970 like the deadlines, and the clock may be set back. The list is dropped at
 * `forgottenAt`, in milliseconds of `performance.now()`, which a change of the clock does not move.
 */
type CachedList = { ids: number[]; from: number; until: number; forgottenAt: number }
type JobCache = {
  /** Raised with each change of a job. A result read before the change is then not cached. */
  edition: number
  lists: Map<string, CachedList>
  rows: Map<number, JobRow & JobVersion>
  /** The current version of each given job that is public now. */
  versions: (ids: readonly number[]) => Promise<Map<number, string>>
}
const cacheOfDatabase = new WeakMap<Tx, JobCache>()

const cacheOf = (tx: Tx): JobCache => {
  let cache = cacheOfDatabase.get(tx)
  if (!cache) {
    // Calls that come at the same time share one query.
    const versions = together(
      async (ids: number[]) =>
        new Map((await findPublicVersions(tx, ids)).map(({ id, version }) => [id, version])),
      JOBS.maxList,
    )
    cache = { edition: 0, lists: new Map(), rows: new Map(), versions }
    cacheOfDatabase.set(tx, cache)
  }
  return cache
}

/** Clears the cache. Call it whenever a job changes. */
export function clearJobCache(tx: Tx) {
  const cache = cacheOf(tx)
  cache.edition++
  cache.lists.clear()
  cache.rows.clear()
  dropPlaces(tx)
}

/** Stores an entry, and drops the oldest one above the limit. */
const storeBounded = <Key, Value>(map: Map<Key, Value>, maxEntries: number, key: Key, value: Value) => {
  // Delete it first, so that the key moves to the end: the first key is the oldest.
  map.delete(key)
  map.set(key, value)
  const [oldestKey] = map.keys()
  if (map.size > maxEntries && oldestKey !== undefined) map.delete(oldestKey)
}

/**
 * The ids of matching jobs, in order. They are cached for all pages until a job changes or the first of them
 * closes, at most MAX_AGE_MS.
 */
async function findIds(tx: Tx, jobFilters: JobFilters, now: Date): Promise<number[]> {
  const { page: _page, page_size: _size, language, ...filters } = jobFilters
  // Only a search depends on the language.
  const key = JSON.stringify(filters.search ? { ...filters, language } : filters)
  const cache = cacheOf(tx)
  const cachedList = cache.lists.get(key)
  if (
    cachedList &&
    cachedList.from <= now.getTime() &&
    now.getTime() <= cachedList.until &&
    performance.now() < cachedList.forgottenAt
  )
    return cachedList.ids
  const { edition } = cache
  const { ids, firstCloses } = await findList(tx, jobFilters, now)
  // Do not cache a list that was read before a change.
  if (edition === cache.edition) {
    storeBounded(cache.lists, MAX_LISTS, key, {
      ids,
      from: now.getTime(),
      until: firstCloses?.getTime() ?? Infinity,
      forgottenAt: performance.now() + MAX_AGE_MS,
    })
  }
  return ids
}

/**
 * The current rows of these jobs, in this order, without hidden or deleted jobs. Only versions that are not
 * cached are read in full.
 */
export async function readJobs(tx: Tx, ids: number[]): Promise<JobRow[]> {
  if (ids.length === 0) return []
  const { rows, versions } = cacheOf(tx)
  const currentVersions = await versions(ids)
  const rowById = new Map<number, JobRow>()
  const missingIds: number[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (row && row.version === currentVersions.get(id)) rowById.set(id, row)
    else if (currentVersions.has(id)) missingIds.push(id)
  }
  const readRows = missingIds.length > 0 ? await findJobsInFull(tx, missingIds) : []
  for (const row of readRows) {
    rowById.set(row.id, row)
    storeBounded(rows, MAX_ROWS, row.id, row)
  }
  return ids.flatMap((id) => rowById.get(id) ?? [])
}

/**
 * One page of jobs and the count of all matches. A page number past the end returns the last page. Without
 * `page` and `page_size`, the list is one page of at most `JOBS.maxList` jobs.
 */
export async function findJobs(tx: Tx, jobFilters: JobFilters, now: Date) {
  const isPaged = jobFilters.page !== undefined || jobFilters.page_size !== undefined
  const size = isPaged ? (jobFilters.page_size ?? JOBS.pageSize) : JOBS.maxList
  const ids = await findIds(tx, jobFilters, now)
  const pages = isPaged ? Math.max(1, Math.ceil(ids.length / size)) : 1
  const page = Math.min(isPaged ? (jobFilters.page ?? 1) : 1, pages)
  return {
    rows: await readJobs(tx, ids.slice((page - 1) * size, page * size)),
    count: ids.length,
    page,
    pages,
  }
}
