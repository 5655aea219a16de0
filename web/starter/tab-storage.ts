/** Does `work`. Returns undefined where it throws: a browser may store nothing. */
export function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Stores a value for this tab. A browser that stores nothing loses it. */
export const storeInTab = (key: string, value: unknown) =>
  attempt(() => sessionStorage.setItem(key, JSON.stringify(value)))

/** Returns the value that this tab stored; null if there is none, undefined where it cannot be read. */
export const storedInTab = (key: string): unknown =>
  attempt(() => JSON.parse(sessionStorage.getItem(key) as string)) as unknown

/** Returns the value that this tab stored, once. */
export function takeFromTab(key: string): unknown {
  const value = storedInTab(key)
  attempt(() => sessionStorage.removeItem(key))
  return value
}
