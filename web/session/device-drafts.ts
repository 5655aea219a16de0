/** Drafts on this device (W4): in IndexedDB, one record for each account, job and tab, and wiped when a person logs out. */
export type DeviceDraft<Content> = {
  account: string
  job: number
  tab: string
  /** Milliseconds of the server's clock. */
  at: number
  /** Whether the server has all of it. */
  onServer: boolean
  content: Content
}

const DATABASE = 'applications'
const STORE = 'drafts'
/** What nobody came back for is not kept for the next owner of the phone. */
const KEPT_MS = 30 * 86_400_000

let opened: Promise<IDBDatabase> | undefined
const open = () => {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: ['account', 'job', 'tab'] })
    asked.onsuccess = () => {
      asked.result.onversionchange = () => asked.result.close()
      resolve(asked.result)
    }
    asked.onerror = () => reject(asked.error)
  })
  opened.catch(() => (opened = undefined))
  return opened
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    // A page that goes before it has heard of its write would take the write along.
    if (mode === 'readwrite') transaction.commit?.()
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** @throws where the browser keeps nothing. */
export const allDrafts = () => inStore<DeviceDraft<{ ticket?: { receivedAt: string } }>[]>('readonly', (store) => store.getAll())
const keyOf = ({ account, job, tab }: Pick<DeviceDraft<unknown>, 'account' | 'job' | 'tab'>) => [account, job, tab]

/** @throws where the browser keeps nothing, or the device is full. */
export const putDraft = async (draft: DeviceDraft<unknown>): Promise<void> => void (await inStore('readwrite', (store) => store.put(draft)))

export const dropDraft = async (draft: Pick<DeviceDraft<unknown>, 'account' | 'job' | 'tab'>): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(keyOf(draft))).catch(() => {})
}

/**
 * At the end of a session: what the server has goes from here, what it has not waits for its owner. Whoever logs out leaves nothing behind
 * (W16) but an application that the server has received and not taken yet: it counts only if this device sends it again.
 */
export async function saveUnsent(now: number, left: boolean): Promise<void> {
  const gone = (await allDrafts().catch(() => [])).filter(({ onServer, at, content }) => onServer || at < now - KEPT_MS || (left && !content.ticket))
  await Promise.all(gone.map(dropDraft))
}
