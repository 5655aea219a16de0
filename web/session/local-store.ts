/** `localStorage` for browsers that may block it. If it is blocked, it reads as empty and stores nothing. */
export const localStore = {
  get: (key: string) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set: (key: string, value: string | null) => {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      // The browser stores nothing, so the session lasts as long as the page.
    }
  },
}
