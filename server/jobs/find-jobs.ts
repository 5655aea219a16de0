import type { JobFilters } from '#contract/jobs/endpoints.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import type { Tx } from '../database/connect.ts'
import { together } from '../database/together.ts'
import { dropPlaces } from './places.ts'
import { findList, findListed, findVersions, type JobRow, type Listed } from './store.ts'

const MAX_LISTS = 200
const MAX_ROWS = 1_000
const MAX_AGE_MS = 30_000

type List = { ids: number[]; from: number; until: number; forgottenAt: number }
type Known = {
  edition: number
  lists: Map<string, List>
  rows: Map<number, JobRow & Listed>
  /** Those of the given jobs that are public now, each with its version. */
  versions: (ids: readonly number[]) => Promise<Map<number, string>>
}
const ofDatabases = new WeakMap<Tx, Known>()

const knownOf = (tx: Tx): Known => {
  let known = ofDatabases.get(tx)
  if (!known) {
    const versions = together(
      async (ids: number[]) => new Map((await findListed(tx, ids)).map(({ id, version }) => [id, version])),
      JOBS.maxList,
    )
    known = { edition: 0, lists: new Map(), rows: new Map(), versions }
    ofDatabases.set(tx, known)
  }
  return known
}

/** Clears the cache. Call it whenever a job changes. */
export function dropKnown(tx: Tx) {
  const known = knownOf(tx)
  known.edition++
  known.lists.clear()
  known.rows.clear()
  dropPlaces(tx)
}

const keep = <Key, Value>(map: Map<Key, Value>, places: number, key: Key, value: Value) => {
  map.delete(key)
  map.set(key, value)
  const [eldest] = map.keys()
  if (map.size > places && eldest !== undefined) map.delete(eldest)
}

/**
 * The ids of matching jobs, in order. Cached for all pages until a job changes or the first of them closes,
 * at most MAX_AGE_MS.
 */
async function listOf(tx: Tx, jobFilters: JobFilters, now: Date): Promise<number[]> {
  const { page: _page, page_size: _size, ...filters } = jobFilters
  const key = JSON.stringify(filters)
  const known = knownOf(tx)
  const before = known.lists.get(key)
  if (
    before &&
    before.from <= now.getTime() &&
    now.getTime() <= before.until &&
    performance.now() < before.forgottenAt
  )
    return before.ids
  const { edition } = known
  const { ids, firstCloses } = await findList(tx, jobFilters, now)
  // Do not cache a list that was read before a change.
  if (edition === known.edition) {
    keep(known.lists, MAX_LISTS, key, {
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
  const { rows, versions } = knownOf(tx)
  const now = await versions(ids)
  const here = new Map<number, JobRow>()
  const missing: number[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (row && row.version === now.get(id)) here.set(id, row)
    else if (now.has(id)) missing.push(id)
  }
  for (const row of missing.length > 0 ? await findVersions(tx, missing) : []) {
    here.set(row.id, row)
    keep(rows, MAX_ROWS, row.id, row)
  }
  return ids.flatMap((id) => here.get(id) ?? [])
}

/** One page of jobs and the count of all matches. A page number past the end returns the last page. */
export async function findJobs(tx: Tx, jobFilters: JobFilters, now: Date) {
  const paged = jobFilters.page !== undefined || jobFilters.page_size !== undefined
  const size = paged ? (jobFilters.page_size ?? JOBS.pageSize) : JOBS.maxList
  const ids = await listOf(tx, jobFilters, now)
  const pages = paged ? Math.max(1, Math.ceil(ids.length / size)) : 1
  const page = Math.min(paged ? (jobFilters.page ?? 1) : 1, pages)
  return {
    rows: await readJobs(tx, ids.slice((page - 1) * size, page * size)),
    count: ids.length,
    page,
    pages,
  }
}
