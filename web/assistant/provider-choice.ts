const STORAGE_KEY = 'assistantWithoutOutside'

/** Whether this device does not use the outside service. */
export const readProviderRefused = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/** Saves the choice on this device. A device that stores nothing asks again on the next visit. */
export function saveProviderRefused(isRefused: boolean): void {
  try {
    if (isRefused) localStorage.setItem(STORAGE_KEY, '1')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // The choice lasts as long as the page.
  }
}
