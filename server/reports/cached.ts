import { LRUCache } from 'lru-cache'

/**
 * Makes a cache that shares each result for `maxAgeMs` after its computation. For each key only one
 * computation runs at a time, however many callers wait. A result must not depend on who requests it.
 * `monotonicMs` is a clock that is never set back.
 */
export function cached<Value>(
  maxAgeMs: number,
  { maxKeys = 200, monotonicMs = () => performance.now() } = {},
) {
  const results = new LRUCache<string, { expiresAtMs: number; value: Promise<Value> }>({ max: maxKeys })
  /** Returns the shared result of this key. If there is none, it calls `compute`. */
  return (key: string, compute: () => Promise<Value>): Promise<Value> => {
    const cachedResult = results.get(key)
    if (cachedResult && cachedResult.expiresAtMs > monotonicMs()) return cachedResult.value
    const value = compute()
    // A result does not expire before its computation has ended.
    const result = { expiresAtMs: Number.POSITIVE_INFINITY, value }
    results.set(key, result)
    value.then(
      () => {
        result.expiresAtMs = monotonicMs() + maxAgeMs
      },
      () => {
        // A failed computation is removed, so the next caller tries again. A newer result of this key stays.
        if (results.peek(key) === result) results.delete(key)
      },
    )
    return value
  }
}
