/** The key under which a tab stores its name, so that a reload does not change the name. */
const NAME_KEY = 'draftTab'
/** While a tab is open, it holds a lock whose name is this prefix and the name of the tab. */
const LOCK_PREFIX = 'draft '

let tabName: Promise<string> | undefined

/** A random name of 32 hex digits. It also works without TLS, where there is no `randomUUID`. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Holds the lock of the tab's name as long as the page lives. False if another tab holds it. If the browser
 * has no locks, nothing is compared and the name is used.
 */
const holdLock = (tab: string) =>
  new Promise<boolean>((resolve) => {
    if (!navigator.locks) return resolve(true)
    navigator.locks
      .request(`${LOCK_PREFIX}${tab}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        // The browser frees the lock when this promise settles. It never settles, so the lock is held.
        return lock ? new Promise(() => {}) : undefined
      })
      .catch(() => resolve(true))
  })

async function claimTabName(): Promise<string> {
  let tab: string
  try {
    tab = sessionStorage.getItem(NAME_KEY) ?? randomKey()
    // A duplicated tab has the same stored name as the first tab, which is still open.
    if (!(await holdLock(tab))) {
      tab = randomKey()
      await holdLock(tab)
    }
    sessionStorage.setItem(NAME_KEY, tab)
  } catch {
    // The browser blocks storage, so the name lasts as long as the page.
    tab = randomKey()
  }
  return tab
}

/** The name of this tab on this device. A reload does not change it, and a duplicated tab gets a new one. */
export const thisTab = () => (tabName ??= claimTabName())

/** The names of the tabs that are open now; undefined if the browser cannot tell. */
export const openTabs = async (): Promise<Set<string> | undefined> => {
  if (!navigator.locks) return undefined
  // If storage is blocked, a browser may have locks but refuse to list them.
  const locks = await navigator.locks.query().catch(() => undefined)
  if (!locks) return undefined
  const names = (locks.held ?? []).flatMap(({ name }) => name ?? [])
  return new Set(
    names.filter((name) => name.startsWith(LOCK_PREFIX)).map((name) => name.slice(LOCK_PREFIX.length)),
  )
}
