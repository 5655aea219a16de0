/**
 * Joins calls with one id each into shared database statements. Ids that arrive while a statement runs share
 * the next one. A call resolves or rejects with the statement that contains its id.
 */
export function markInGroups(markAll: (ids: number[]) => Promise<unknown>): (id: number) => Promise<unknown> {
  let waitingIds: number[] = []
  let nextStatement: Promise<unknown> | undefined
  let currentStatement: Promise<unknown> = Promise.resolve()
  return (id) => {
    waitingIds.push(id)
    // The first id that arrives while a statement runs prepares the next statement. Later ids join it.
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
