import { setTimeout as wait } from 'node:timers/promises'
import { CATEGORIES } from '#contract/jobs/words.ts'
import type { Deps } from '../deps.ts'
import type { KnownJobs } from '../page-cache/page-keys.ts'
import { findKnown } from './store.ts'

const MAX_AGE_MS = 30_000
const AGAIN_MS = 5_000
const PATIENT_MS = 1_000

/**
 * The values of the list's filters, read at most every 30 s and after each job change. Without the database,
 * the values read last.
 */
export function knownJobs({ db, now }: Pick<Deps, 'db' | 'now'>) {
  let last: KnownJobs | undefined
  let until = 0
  let edition = 0
  let reading: Promise<void> | undefined
  const read = async () => {
    const began = edition
    const found = await findKnown(db, now()).catch(() => undefined)
    // Do not cache values that were read before a change.
    if (began !== edition) return
    if (found)
      last = {
        ...found,
        types: new Set(found.types),
        categories: new Set([...CATEGORIES, ...found.categories]),
        locations: new Set(found.locations),
      }
    until = performance.now() + (found ? MAX_AGE_MS : AGAIN_MS)
    reading = undefined
  }
  return {
    async get(): Promise<KnownJobs | undefined> {
      if (performance.now() < until) return last
      reading ??= read()
      await Promise.race([reading, wait(PATIENT_MS, undefined, { ref: false })])
      return last
    },
    drop() {
      edition++
      until = 0
      reading = undefined
    },
  }
}
