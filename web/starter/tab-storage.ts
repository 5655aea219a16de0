/** Runs `work`. Returns undefined if it throws, because a browser may store nothing. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Stores a value for this tab. If the browser stores nothing, the value is lost. */
export const storeInTab = (key: string, value: unknown) =>
  attempt(() => sessionStorage.setItem(key, JSON.stringify(value)))

/** Returns the value that this tab stored. Null: there is none. Undefined: it cannot be read. */
export const storedInTab = (key: string): unknown =>
  attempt(() => JSON.parse(sessionStorage.getItem(key) as string)) as unknown

/** Returns the value that this tab stored, and deletes it. */
export function takeFromTab(key: string): unknown {
  const value = storedInTab(key)
  attempt(() => sessionStorage.removeItem(key))
  return value
}
