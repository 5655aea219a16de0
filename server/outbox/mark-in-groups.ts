/**
 * Marks one by one what others mark together: those that come while a statement is under way share the next. Each is told of
 * the outcome of the statement that it was in.
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
