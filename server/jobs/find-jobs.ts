import { LRUCache } from 'lru-cache'
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
 * A cached list of job ids. It is right from `from`, when it was read, until `until`, when its first job
 * closes. Both are in ms since 1970, like deadlines, and the clock may be set back. So the list is also
 * dropped at `forgottenAt`, in ms of `performance.now()`, which a change of the clock does not move.
 */
type CachedList = { ids: number[]; from: number; until: number; forgottenAt: number }
type JobCache = {
  /** A number that each change of a job raises. A result that was read before a change is not cached. */
  edition: number
  lists: LRUCache<string, CachedList>
  rows: LRUCache<number, JobRow & JobVersion>
  /** Reads the current version of each of these jobs that is public now. */
  versions: (ids: readonly number[]) => Promise<Map<number, string>>
}
const cacheOfDatabase = new WeakMap<Tx, JobCache>()

const cacheOf = (tx: Tx): JobCache => {
  let cache = cacheOfDatabase.get(tx)
  if (!cache) {
    // Calls that arrive at the same time share one database query.
    const versions = together(
      async (ids: number[]) =>
        new Map((await findPublicVersions(tx, ids)).map(({ id, version }) => [id, version])),
      JOBS.maxUnpaged,
    )
    cache = {
      edition: 0,
      lists: new LRUCache({ max: MAX_LISTS }),
      rows: new LRUCache({ max: MAX_ROWS }),
      versions,
    }
    cacheOfDatabase.set(tx, cache)
  }
  return cache
}

/** Clears the cached jobs and lists. Must be called whenever a job changes. */
export function clearJobCache(tx: Tx) {
  const cache = cacheOf(tx)
  cache.edition++
  cache.lists.clear()
  cache.rows.clear()
  dropPlaces(tx)
}

/**
 * The ids of matching jobs, in order. They are cached for all pages until a job changes or the first of them
 * closes, at most MAX_AGE_MS.
 */
async function findIds(tx: Tx, jobFilters: JobFilters, now: Date): Promise<number[]> {
  const { page: _page, page_size: _size, language, ...filters } = jobFilters
  // The language is a part of the cache key only with search text: other filters do not depend on it.
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
  // A list is not cached when a job has changed while the list was read.
  if (edition === cache.edition) {
    cache.lists.set(key, {
      ids,
      from: now.getTime(),
      until: firstCloses?.getTime() ?? Infinity,
      forgottenAt: performance.now() + MAX_AGE_MS,
    })
  }
  return ids
}

/**
 * The current rows of these jobs, in the given order, without hidden or deleted jobs. A job is read in full
 * only when its current version is not cached.
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
    rows.set(row.id, row)
  }
  return ids.flatMap((id) => rowById.get(id) ?? [])
}

/**
 * One page of jobs and the count of all matches. A page number past the end returns the last page. Without
 * `page`, the list is one page of at most `JOBS.maxUnpaged` jobs.
 */
export async function findJobs(tx: Tx, jobFilters: JobFilters, now: Date) {
  const isPaged = jobFilters.page !== undefined
  const size = isPaged ? (jobFilters.page_size ?? JOBS.pageSize) : JOBS.maxUnpaged
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
