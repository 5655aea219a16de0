import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { asRefusal } from './on-error.ts'

/** Finished replies of public calls, cached for seconds and dropped when a job changes. */

// Bytes outside the heap: text would be encoded as UTF-8 again for each caller, and moved by every garbage
// collection.
type Kept = { bytes: Buffer; etag: string }
type Entry = { at: number; answer: Promise<Kept>; good?: { at: number; answer: Kept } }
// Rarely requested replies are pushed out before they are old: so they cost the collector little.
const MAX_REPLIES = 100
/** For all cached replies: a whole list is large, and anyone can request it in five hundred ways. */
export const MAX_BYTES = 16 * 1_048_576
const KEEP_MS = 5_000
// While the database is away the last reply serves (R5), as long as a wrong one does little harm.
const LAST_GOOD_MS = 5 * 60_000
const PATIENT_MS = 1_000

/**
 * Many callers with the same question at once are one question to the database. A failure is not cached. A
 * reply of the last five minutes is sent again when the database is away, or takes longer than a second.
 */
export function replies(clock: () => number = () => performance.now()) {
  const entries = new LRUCache<string, Entry>({
    max: MAX_REPLIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ good }) => good?.answer.bytes.length || 1,
  })
  const ask = (key: string, make: () => Promise<Kept>): Promise<Kept> => {
    // Reading keeps nothing longer: the oldest reply is made again first.
    const before = entries.peek(key)
    if (before && clock() - before.at < KEEP_MS) return before.answer
    const good = before?.good && clock() - before.good.at < LAST_GOOD_MS ? before.good : undefined
    const fresh = make()
    const entry: Entry = {
      at: clock(),
      answer: good ? orElse(good.answer, fresh) : fresh,
      ...(good ? { good } : {}),
    }
    entries.set(key, entry)
    fresh.then(
      (answer) => {
        if (entries.peek(key) === entry)
          entries.set(key, { ...entry, good: { at: clock(), answer }, answer: fresh })
      },
      () => !good && entries.peek(key) === entry && entries.delete(key),
    )
    // A failure that the last good reply does not cover is not cached.
    entry.answer.catch(() => entries.peek(key) === entry && entries.delete(key))
    return entry.answer
  }
  /** Each reply is made again, and the old one still serves when that fails. */
  const age = () => entries.forEach((entry) => (entry.at = -Infinity))
  return Object.assign(ask, { drop: () => entries.clear(), age })
}

const orElse = (good: Kept, fresh: Promise<Kept>): Promise<Kept> =>
  Promise.race([
    fresh.catch((error: unknown) => {
      if (asRefusal(error).status !== 503) throw error
      return good
    }),
    wait(PATIENT_MS, good, { ref: false }),
  ])
