const STORAGE_KEY = 'assistantWithoutOutside'

/** Whether a person chose on this device that their questions go to no outside AI service (the provider). */
export const readProviderRefused = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

/** Saves the choice on this device. If the browser stores nothing, the choice lasts as long as the page. */
export function saveProviderRefused(isRefused: boolean): void {
  try {
    if (isRefused) localStorage.setItem(STORAGE_KEY, '1')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // This browser stores nothing, so the choice lasts as long as the page.
  }
}
