/**
 * Merges calls with single ids into shared statements: ids that come while a statement runs share the next
 * one. Each call resolves or rejects with the statement that its id was in.
 */
export function markInGroups(markAll: (ids: number[]) => Promise<unknown>): (id: number) => Promise<unknown> {
  let waitingIds: number[] = []
  let nextStatement: Promise<unknown> | undefined
  let currentStatement: Promise<unknown> = Promise.resolve()
  return (id) => {
    waitingIds.push(id)
    // The first id that comes while a statement runs prepares the next one. Later ids join it.
    nextStatement ??= currentStatement
      .catch(() => {})
      .then(() => {
        const ids = waitingIds
        waitingIds = []
        nextStatement = undefined
        currentStatement = markAll(ids)
        return currentStatement
      })
    return nextStatement
  }
}
