import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Encodings } from './compressed.ts'
import { asRefusal } from './on-error.ts'

/** A reply as bytes: text would be encoded again for each caller, and moved by every garbage collection. */
export type CachedReply = Encodings & { etag: string }
/** `lastGood`: the last reply that could be made, which serves while no new one can be made. */
type Entry = {
  askedAtMs: number
  answer: Promise<CachedReply>
  lastGood?: { madeAtMs: number; answer: CachedReply }
}
/**
 * A small number, so that rarely requested replies are pushed out before they are old. Then they cost the
 * garbage collector little.
 */
const MAX_REPLIES = 100
/** For all cached replies: a whole list is large, and anyone can request it in five hundred ways. */
export const MAX_BYTES = 16 * 1_048_576
const FRESH_MS = 5_000
/** While the database is away the last reply serves for this long (R5). An old one does little harm. */
const LAST_GOOD_MS = 5 * 60_000
/** When there is a last good reply, a caller waits this long for a new one. */
const MAX_DELAY_MS = 1_000

/**
 * Replies of public calls, cached for seconds and dropped when a job changes. Many callers who ask the same
 * at once cost the database one query. A failure is not cached. A reply of the last five minutes is sent
 * again when the database is away, or takes longer than a second.
 */
export function replies(clock: () => number = () => performance.now()) {
  const entries = new LRUCache<string, Entry>({
    max: MAX_REPLIES,
    maxSize: MAX_BYTES,
    // 1 for an entry whose first reply is still being made: the cache takes no size of 0.
    sizeCalculation: ({ lastGood }) => lastGood?.answer.bytes.length || 1,
  })
  const find = (key: string, make: () => Promise<CachedReply>): Promise<CachedReply> => {
    // With `peek`, reading a reply does not keep it longer: the one that was made first is pushed out first.
    const cached = entries.peek(key)
    if (cached && clock() - cached.askedAtMs < FRESH_MS) return cached.answer
    const lastGood =
      cached?.lastGood && clock() - cached.lastGood.madeAtMs < LAST_GOOD_MS ? cached.lastGood : undefined
    const newReply = make()
    const entry: Entry = {
      askedAtMs: clock(),
      answer: lastGood ? orLastGood(lastGood.answer, newReply) : newReply,
      ...(lastGood ? { lastGood } : {}),
    }
    entries.set(key, entry)
    const isCurrent = () => entries.peek(key) === entry
    newReply.then(
      (answer) => {
        if (isCurrent())
          entries.set(key, { ...entry, lastGood: { madeAtMs: clock(), answer }, answer: newReply })
      },
      // `entry.answer` below handles the failure.
      () => {},
    )
    // A failure that the last good reply does not cover is not cached.
    entry.answer.catch(() => {
      if (isCurrent()) entries.delete(key)
    })
    return entry.answer
  }
  /** Marks each reply as old. It is made again when it is next requested; if that fails, it still serves. */
  const age = () => entries.forEach((entry) => (entry.askedAtMs = -Infinity))
  return Object.assign(find, { drop: () => entries.clear(), age })
}

/** The reply that is being made; the last good one when the database is away or slow. */
const orLastGood = (lastGood: CachedReply, newReply: Promise<CachedReply>): Promise<CachedReply> =>
  Promise.race([
    newReply.catch((error: unknown) => {
      if (asRefusal(error).status !== 503) throw error
      return lastGood
    }),
    wait(MAX_DELAY_MS, lastGood, { ref: false }),
  ])
