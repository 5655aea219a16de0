const KEY = 'assistantWithoutOutside'

/** Whether this device does without the outside service. */
export const readWithout = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Remembers the choice on this device; one that keeps nothing is asked again on its next visit. */
export function saveWithout(without: boolean): void {
  try {
    if (without) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // The choice stands as long as the page.
  }
}
