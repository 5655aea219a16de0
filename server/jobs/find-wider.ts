import type { WiderFilters } from '#contract/jobs/endpoints.ts'
import type { Tx } from '../database/connect.ts'
import { readJobs } from './find-jobs.ts'
import { matchPlaces, placesOf } from './places.ts'
import type { JobRow } from './store.ts'
import { WIDER } from './wider-limits.ts'
import { findWider } from './wider-store.ts'

// Typed characters must not become operators of the text search, so only letters and digits are used. Each
// word is a prefix: 'Polling clerk!' becomes 'polling:* & clerk:*'.
const textSearchQuery = (typed: string) =>
  [...new Set(typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
    .slice(0, WIDER.maxWords)
    .map((word) => `${word}:*`)
    .join(' & ')

/**
 * Finds jobs that the list's own search misses: with all words in any order, or with posts in the typed
 * place. `places` has the names of those matching places in which these jobs have posts.
 */
export async function findWiderJobs(
  tx: Tx,
  widerFilters: WiderFilters,
  now: Date,
): Promise<{ rows: JobRow[]; places: string[] }> {
  const words = textSearchQuery(widerFilters.search)
  const matches = widerFilters.location
    ? matchPlaces(await placesOf(tx), widerFilters.location)
    : { areas: [], centres: [], counties: [] }
  const isPlaceKnown = Object.values(matches).some((places) => places.length > 0)
  if (words === '' && !isPlaceKnown) return { rows: [], places: [] }
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const widerRows = await findWider(
    tx,
    widerFilters,
    { words, areas: ids(matches.areas), centres: ids(matches.centres), counties: ids(matches.counties) },
    now,
  )
  // The ids of the matching places in which the found jobs have posts.
  const takenIds = {
    areas: widerRows.flatMap((row) => row.areas),
    centres: widerRows.flatMap((row) => row.centres),
    counties: widerRows.map((row) => row.county),
  }
  const withIds = <Place extends { id: number; name: string }>(
    places: Place[],
    wantedIds: (number | null)[],
  ) => places.filter(({ id }) => wantedIds.includes(id))
  const places = [
    ...withIds(matches.areas, takenIds.areas),
    ...withIds(matches.centres, takenIds.centres),
    ...withIds(matches.counties, takenIds.counties),
  ]
  const rows = await readJobs(
    tx,
    widerRows.map(({ id }) => id),
  )
  return { rows, places: places.slice(0, WIDER.maxResults).map(({ name }) => name) }
}
