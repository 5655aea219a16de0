/**
 * Merges single marks into shared statements: ids that come while a statement runs share the next one. Each
 * call resolves or rejects with the statement that its id was in.
 */
export function markInGroups(markAll: (ids: number[]) => Promise<unknown>): (id: number) => Promise<unknown> {
  let waiting: number[] = []
  let next: Promise<unknown> | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  return (id) => {
    waiting.push(id)
    next ??= underWay
      .catch(() => {})
      .then(() => {
        const ids = waiting
        waiting = []
        next = undefined
        return (underWay = markAll(ids))
      })
    return next
  }
}
