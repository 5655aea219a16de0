/**
 * Merges the questions of many callers: keys wanted while one query runs go into the next, so that a rush
 * costs few statements. No caller gets what was read before they asked. A query holds `most` keys, or one
 * caller's.
 */
export function together<Key, Answer>(
  ask: (keys: Key[]) => Promise<Answer>,
  most: number,
): (keys: readonly Key[]) => Promise<Answer> {
  let next: { keys: Set<Key>; answer: Promise<Answer> } | undefined
  let before: Promise<unknown> = Promise.resolve()
  return (keys) => {
    let joined = next
    if (!joined || joined.keys.size + keys.length > most) {
      const wanted = new Set<Key>()
      const answer = before.then(() => {
        if (next?.keys === wanted) next = undefined
        return ask([...wanted])
      })
      before = answer.catch(() => {})
      joined = next = { keys: wanted, answer }
    }
    for (const key of keys) joined.keys.add(key)
    return joined.answer
  }
}
