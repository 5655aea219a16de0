/** Finished answers of public calls, kept for seconds and dropped when a job changes. */

type Kept = { text: string; etag: string }
const MAX_REPLIES = 500
const KEEP_MS = 5_000

/** Many callers of the same question at once are one question to the database. Failures are not kept. */
export function replies(clock: () => number = () => performance.now()) {
  const kept = new Map<string, { at: number; answer: Promise<Kept> }>()
  const ask = (key: string, make: () => Promise<Kept>): Promise<Kept> => {
    const hit = kept.get(key)
    if (hit && clock() - hit.at < KEEP_MS) return hit.answer
    kept.delete(key)
    const answer = make()
    kept.set(key, { at: clock(), answer })
    if (kept.size > MAX_REPLIES) kept.delete(kept.keys().next().value ?? key)
    answer.catch(() => kept.delete(key))
    return answer
  }
  return Object.assign(ask, { drop: () => kept.clear() })
}
