const KEY = 'draftTab'
const lockOf = (tab: string) => `draft ${tab}`

let tabName: Promise<string> | undefined

/** Random and safe in a key. It also works without TLS, where there is no `randomUUID`. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const holdLock = (tab: string) =>
  new Promise<boolean>((resolve) => {
    if (!navigator.locks) return resolve(true)
    navigator.locks
      .request(lockOf(tab), { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        // The lock is held as long as the page lives.
        return lock ? new Promise(() => {}) : undefined
      })
      .catch(() => resolve(true))
  })

async function claimTabName(): Promise<string> {
  let tab: string
  try {
    tab = sessionStorage.getItem(KEY) ?? randomKey()
    // A duplicated tab copies the storage of the first tab, which is still open.
    if (!(await holdLock(tab))) {
      tab = randomKey()
      await holdLock(tab)
    }
    sessionStorage.setItem(KEY, tab)
  } catch {
    tab = randomKey()
  }
  return tab
}

/** The name of this tab among those of the device: the same after a reload, a new one in a duplicate. */
export const thisTab = () => (tabName ??= claimTabName())

/** The tabs that are open now; undefined where the browser cannot tell. */
export const openTabs = async (): Promise<Set<string> | undefined> => {
  if (!navigator.locks) return undefined
  const { held = [] } = await navigator.locks.query()
  return new Set(
    held.flatMap(({ name = '' }) => (name.startsWith('draft ') ? [name.slice('draft '.length)] : [])),
  )
}
