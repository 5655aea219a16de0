import type { JobFilters } from '#contract/jobs.ts'
import { JOBS } from '#contract/limits.ts'
import type { Tx } from '../database/connect.ts'
import { countMatching, findPage, findVersions, type JobRow, type Listed } from './store.ts'

const MAX_COUNTS = 500
const MAX_ROWS = 1_000
const MAX_AGE_MS = 30_000

type Count = { count: number; from: number; until: number; forgottenAt: number }
type Known = { edition: number; counts: Map<string, Count>; rows: Map<number, JobRow & Listed> }
const ofDatabases = new WeakMap<Tx, Known>()

const knownOf = (tx: Tx): Known => {
  const known = ofDatabases.get(tx) ?? { edition: 0, counts: new Map(), rows: new Map() }
  ofDatabases.set(tx, known)
  return known
}

/** To be called whenever a job changes. */
export function dropKnown(tx: Tx) {
  const known = knownOf(tx)
  known.edition++
  known.counts.clear()
  known.rows.clear()
}

const keep = <Key, Value>(map: Map<Key, Value>, places: number, key: Key, value: Value) => {
  map.delete(key)
  map.set(key, value)
  const [eldest] = map.keys()
  if (map.size > places && eldest !== undefined) map.delete(eldest)
}

/** How many jobs match: the same until a job changes or the first of them closes, so it is not counted for each page. */
async function countJobsFor(tx: Tx, it: JobFilters, now: Date): Promise<number> {
  const { page: _page, page_size: _size, sort: _sort, ...filters } = it
  const key = JSON.stringify(filters)
  const known = knownOf(tx)
  const before = known.counts.get(key)
  if (before && before.from <= now.getTime() && now.getTime() <= before.until && performance.now() < before.forgottenAt) return before.count
  const { edition } = known
  const { count, first_closes } = await countMatching(tx, it, now)
  if (edition === known.edition) {
    keep(known.counts, MAX_COUNTS, key, { count, from: now.getTime(), until: first_closes?.getTime() ?? Infinity, forgottenAt: performance.now() + MAX_AGE_MS })
  }
  return count
}

/** The jobs themselves: read from the database only in a version that is not here yet. */
async function open(tx: Tx, listed: Listed[]): Promise<JobRow[]> {
  const { rows } = knownOf(tx)
  const here = new Map(listed.flatMap(({ id, version }) => (rows.get(id)?.version === version ? [[id, rows.get(id)] as const] : [])))
  const missing = listed.filter(({ id }) => !here.has(id)).map(({ id }) => id)
  for (const row of missing.length > 0 ? await findVersions(tx, missing) : []) {
    here.set(row.id, row)
    keep(rows, MAX_ROWS, row.id, row)
  }
  // What was deleted between the two questions is not there any more.
  return listed.flatMap(({ id }) => here.get(id) ?? [])
}

/** Jobs and the count of all that match; past the last page, the last page. */
export async function findJobs(tx: Tx, it: JobFilters, now: Date) {
  const paged = it.page !== undefined || it.page_size !== undefined
  const size = paged ? (it.page_size ?? JOBS.pageSize) : JOBS.maxList
  const wanted = paged ? (it.page ?? 1) : 1
  const [count, found] = await Promise.all([countJobsFor(tx, it, now), findPage(tx, it, now, size, (wanted - 1) * size)])
  const pages = paged ? Math.max(1, Math.ceil(count / size)) : 1
  const page = Math.min(wanted, pages)
  const listed = page === wanted ? found : await findPage(tx, it, now, size, (page - 1) * size)
  return { rows: await open(tx, listed), count, page, pages }
}
