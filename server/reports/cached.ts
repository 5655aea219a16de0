import { LRUCache } from 'lru-cache'

/**
 * Shares each result for `maxAgeMs` after it is computed. Each key is computed once at a time, however many
 * callers wait. A result must not depend on who requests it. `monotonicMs` is a clock that is never set back.
 */
export function cached<Value>(
  maxAgeMs: number,
  { maxKeys = 200, monotonicMs = () => performance.now() } = {},
) {
  const results = new LRUCache<string, { expiresAtMs: number; value: Promise<Value> }>({ max: maxKeys })
  /** The shared result of this key. `compute` is called only when there is none. */
  return (key: string, compute: () => Promise<Value>): Promise<Value> => {
    const cachedResult = results.get(key)
    if (cachedResult && cachedResult.expiresAtMs > monotonicMs()) return cachedResult.value
    const value = compute()
    // While it is computed, a result does not expire.
    const result = { expiresAtMs: Number.POSITIVE_INFINITY, value }
    results.set(key, result)
    value.then(
      () => {
        result.expiresAtMs = monotonicMs() + maxAgeMs
      },
      () => {
        // A failed computation is dropped, so the next caller tries again. A newer result of the key stays.
        if (results.peek(key) === result) results.delete(key)
      },
    )
    return value
  }
}
