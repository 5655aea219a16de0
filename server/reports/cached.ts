import { LRUCache } from 'lru-cache'

/**
 * Shares each result for `ms` milliseconds, with one computation at a time for each key. A result must not
 * depend on who requests it. `at` is a monotonic clock in milliseconds of this process.
 */
export function cached<Value>(ms: number, { most = 200, at = () => performance.now() } = {}) {
  const answers = new LRUCache<string, { until: number; value: Promise<Value> }>({ max: most })
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = answers.get(key)
    if (known && known.until > at()) return known.value
    const value = make()
    const answer = { until: Number.POSITIVE_INFINITY, value }
    answers.set(key, answer)
    value.then(
      () => (answer.until = at() + ms),
      // A failed computation is dropped, so the next caller tries again.
      () => answers.peek(key) === answer && answers.delete(key),
    )
    return value
  }
}
