import { setTimeout as wait } from 'node:timers/promises'
import { CATEGORIES } from '#contract/jobs/words.ts'
import type { Deps } from '../deps.ts'
import type { FilterValues } from '../page-cache/page-keys.ts'
import { findFilterValues } from './store.ts'

const MAX_AGE_MS = 30_000
const RETRY_MS = 5_000
/** A caller waits for new values for at most this time, and then gets the values that were read last. */
const MAX_WAIT_MS = 1_000

/**
 * The values of the list's filters, read at most every 30 s and after each job change. While the database is
 * away, they are the values read last. With them the page cache tells known filter values from free text.
 */
export function filterValuesCache({ db, now }: Pick<Deps, 'db' | 'now'>) {
  /** The filter values; undefined before they were first read. */
  let valuesReadLast: FilterValues | undefined
  /** When the filter values must be read again, in milliseconds of `performance.now()`. */
  let freshUntil = 0
  let edition = 0
  let reading: Promise<void> | undefined
  const read = async () => {
    const startEdition = edition
    const foundValues = await findFilterValues(db, now()).catch(() => undefined)
    // If a job changed during the read, its values are not cached. `drop` has then already reset `reading`.
    if (startEdition !== edition) return
    if (foundValues)
      valuesReadLast = {
        ...foundValues,
        types: new Set(foundValues.types),
        categories: new Set([...CATEGORIES, ...foundValues.categories]),
        locations: new Set(foundValues.locations),
      }
    freshUntil = performance.now() + (foundValues ? MAX_AGE_MS : RETRY_MS)
    reading = undefined
  }
  return {
    async get(): Promise<FilterValues | undefined> {
      if (performance.now() < freshUntil) return valuesReadLast
      reading ??= read()
      await Promise.race([reading, wait(MAX_WAIT_MS, undefined, { ref: false })])
      return valuesReadLast
    },
    drop() {
      edition++
      freshUntil = 0
      reading = undefined
    },
  }
}
