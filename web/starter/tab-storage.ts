/** Stores a text for this tab. A browser that stores nothing loses it. */
export function storeInTab(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text)
  } catch {}
}

/** Returns the text that this tab stored, once. */
export function takeFromTab(key: string): string | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text
  } catch {
    return null
  }
}
