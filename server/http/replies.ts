import { setTimeout as wait } from 'node:timers/promises'
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
  const kept = new Map<string, Entry>()
  let bytes = 0
  const sizeOf = (entry: Entry | undefined) => entry?.good?.answer.bytes.length ?? 0
  const remove = (key: string) => {
    bytes -= sizeOf(kept.get(key))
    kept.delete(key)
  }
  const put = (key: string, entry: Entry) => {
    remove(key)
    kept.set(key, entry)
    bytes += sizeOf(entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_REPLIES && bytes <= MAX_BYTES) break
      remove(oldest)
    }
  }
  const ask = (key: string, make: () => Promise<Kept>): Promise<Kept> => {
    const before = kept.get(key)
    if (before && clock() - before.at < KEEP_MS) return before.answer
    const good = before?.good && clock() - before.good.at < LAST_GOOD_MS ? before.good : undefined
    const made = make()
    const entry: Entry = {
      at: clock(),
      answer: good ? orElse(good.answer, made) : made,
      ...(good ? { good } : {}),
    }
    put(key, entry)
    made.then(
      (answer) => {
        if (kept.get(key) === entry) put(key, { ...entry, good: { at: clock(), answer }, answer: made })
      },
      () => !good && kept.get(key) === entry && remove(key),
    )
    // A failure that the last good reply does not cover is not cached.
    entry.answer.catch(() => kept.get(key) === entry && remove(key))
    return entry.answer
  }
  const drop = () => {
    kept.clear()
    bytes = 0
  }
  /** Each reply is made again, and the old one still serves when that fails. */
  const age = () => {
    for (const entry of kept.values()) entry.at = -Infinity
  }
  return Object.assign(ask, { drop, age })
}

const orElse = (good: Kept, made: Promise<Kept>): Promise<Kept> =>
  Promise.race([
    made.catch((error: unknown) => {
      if (asRefusal(error).status !== 503) throw error
      return good
    }),
    wait(PATIENT_MS, good, { ref: false }),
  ])
