/**
 * Merges the queries of many callers, so that a rush costs few statements. Keys that are requested while one
 * query runs go into the next. So no caller gets data that was read before they asked. Each caller gets the
 * answer for all keys of the query, including those of others. A query has at most `maxKeys` keys, or more
 * if a single caller wants more.
 */
export function together<Key, Answer>(
  query: (keys: Key[]) => Promise<Answer>,
  maxKeys: number,
): (keys: readonly Key[]) => Promise<Answer> {
  /** The next query, which does not run yet and still takes keys. */
  let nextQuery: { keys: Set<Key>; answer: Promise<Answer> } | undefined
  let queryBefore: Promise<unknown> = Promise.resolve()
  return (keys) => {
    let joined = nextQuery
    if (!joined || joined.keys.size + keys.length > maxKeys) {
      const wantedKeys = new Set<Key>()
      const answer = queryBefore.then(() => {
        // This query starts now, so later keys go into another one. That one may exist already, if this query
        // was full.
        if (nextQuery?.keys === wantedKeys) nextQuery = undefined
        return query([...wantedKeys])
      })
      queryBefore = answer.catch(() => {})
      joined = nextQuery = { keys: wantedKeys, answer }
    }
    for (const key of keys) joined.keys.add(key)
    return joined.answer
  }
}
