const KEY = 'assistantWithoutOutside'

/** Whether this device does not use the outside service. */
export const readWithout = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Saves the choice on this device. A device that stores nothing asks again on the next visit. */
export function saveWithout(without: boolean): void {
  try {
    if (without) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // The choice lasts as long as the page.
  }
}
