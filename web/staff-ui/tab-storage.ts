/** The value that `writeToTab` stored in this tab; undefined if there is none. */
export function readFromTab<Value>(key: string): Value | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as Value)
  } catch {
    return undefined
  }
}

/**
 * Stores a value in this tab, or removes it. If the browser stores nothing, the value is lost with the page.
 */
export function writeToTab(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
