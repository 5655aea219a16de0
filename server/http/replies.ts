import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Encodings } from './compressed.ts'
import { asRefusal } from './on-error.ts'

/** A cached reply as bytes. Text would be encoded for each caller, and copied by every garbage collection. */
export type CachedReply = Encodings & { etag: string }
/** What is cached for a request. `lastGood` succeeded last, and is sent while no new reply can be made. */
type Entry = {
  /** The time of the call for which the reply is made; -Infinity marks the reply as old. */
  askedAtMs: number
  /** What callers get: the new reply. If that fails or takes too long, the last good one, if there is any. */
  answer: Promise<CachedReply>
  lastGood?: { madeAtMs: number; reply: CachedReply }
}
/**
 * How many replies are cached. With few, a rarely requested reply is pushed out while it is young, and that
 * costs the garbage collector little.
 */
const MAX_REPLIES = 100
/** The limit for all cached replies together: one list is large, and has five hundred possible requests. */
export const MAX_BYTES = 16 * 1_048_576
const FRESH_MS = 5_000
/** While the database is away, the last good reply is sent for this long (R5). Its age does little harm. */
const LAST_GOOD_MS = 5 * 60_000
/** How long a caller waits for a new reply before the last good reply is sent. */
const MAX_DELAY_MS = 1_000

/**
 * Caches replies of public calls for a few seconds, or until a job changes. Many callers with the same
 * request cost the database one query. A failure is not cached. While the database is away or takes over a
 * second, a reply of the last five minutes is sent again. The library async-cache-dedupe could not do that.
 */
export function replyCache(clock: () => number = () => performance.now()) {
  const entries = new LRUCache<string, Entry>({
    max: MAX_REPLIES,
    maxSize: MAX_BYTES,
    // An entry whose first reply is still being made counts as 1 byte: the cache allows no size of 0.
    sizeCalculation: ({ lastGood }) => lastGood?.reply.bytes.length || 1,
  })
  const find = (key: string, make: () => Promise<CachedReply>): Promise<CachedReply> => {
    // `peek` does not count as use, so the cache always removes the oldest reply first.
    const cached = entries.peek(key)
    if (cached && clock() - cached.askedAtMs < FRESH_MS) return cached.answer
    const lastGood =
      cached?.lastGood && clock() - cached.lastGood.madeAtMs < LAST_GOOD_MS ? cached.lastGood : undefined
    const newReply = make()
    const entry: Entry = {
      askedAtMs: clock(),
      answer: lastGood ? orLastGood(lastGood.reply, newReply) : newReply,
      ...(lastGood ? { lastGood } : {}),
    }
    entries.set(key, entry)
    const isCurrent = () => entries.peek(key) === entry
    newReply.then(
      (reply) => {
        // Later callers get the new reply, even if it took so long that earlier ones got the last good one.
        if (isCurrent())
          entries.set(key, { ...entry, lastGood: { madeAtMs: clock(), reply }, answer: newReply })
      },
      // The code for `entry.answer` below handles a failure.
      () => {},
    )
    // A failure is removed from the cache, unless the last good reply was sent instead.
    entry.answer.catch(() => {
      if (isCurrent()) entries.delete(key)
    })
    return entry.answer
  }
  /** Marks every reply as old: the next request makes it again. If that fails, the old one is sent. */
  const age = () => entries.forEach((entry) => (entry.askedAtMs = -Infinity))
  return Object.assign(find, { drop: () => entries.clear(), age })
}

/** Resolves to the new reply, or to the last good one when the database is away or slow. */
const orLastGood = (lastGood: CachedReply, newReply: Promise<CachedReply>): Promise<CachedReply> =>
  Promise.race([
    newReply.catch((error: unknown) => {
      if (asRefusal(error).status !== 503) throw error
      return lastGood
    }),
    wait(MAX_DELAY_MS, lastGood, { ref: false }),
  ])
