/**
 * An application that is being written, as stored on this device (W4). IndexedDB has one record for each
 * account, job and tab. Logout deletes them.
 */
export type DeviceDraft<Content> = {
  account: string
  job: number
  tab: string
  /** Milliseconds of the server's clock. */
  at: number
  /** True when the server has the whole draft. */
  onServer: boolean
  content: Content
}

const DATABASE = 'applications'
const STORE = 'drafts'
/** Drafts that no one came back for must not stay for the next owner of the phone. */
const MAX_AGE_MS = 30 * 86_400_000

let openedDatabase: Promise<IDBDatabase> | undefined
const open = () => {
  openedDatabase ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: ['account', 'job', 'tab'] })
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  // A later call may try again.
  openedDatabase.catch(() => (openedDatabase = undefined))
  return openedDatabase
}

async function runRequest<Result>(
  mode: IDBTransactionMode,
  createRequest: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = createRequest(transaction.objectStore(STORE))
    // Commit at once: otherwise a page that closes before it hears of the write cancels the write.
    if (mode === 'readwrite') transaction.commit?.()
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** With a ticket, the server has received the application and not accepted it yet. */
type StoredContent = { ticket?: { receivedAt: string } }

/** @throws when the browser stores nothing. */
export const allDrafts = () => runRequest<DeviceDraft<StoredContent>[]>('readonly', (store) => store.getAll())

const keyOf = ({ account, job, tab }: Pick<DeviceDraft<unknown>, 'account' | 'job' | 'tab'>) => [
  account,
  job,
  tab,
]

/** @throws when the browser stores nothing, or the device is full. */
export const putDraft = async (draft: DeviceDraft<unknown>): Promise<void> => {
  await runRequest('readwrite', (store) => store.put(draft))
}

export const dropDraft = async (
  draft: Pick<DeviceDraft<unknown>, 'account' | 'job' | 'tab'>,
): Promise<void> => {
  await runRequest('readwrite', (store) => store.delete(keyOf(draft))).catch(() => {})
}

/**
 * Called at the end of a session. Deletes drafts that the server has; what it lacks waits for its owner. A
 * logout deletes those too (W16). It leaves only applications that the server has received and not accepted
 * yet, because they count only if this device sends them again.
 */
export async function dropDraftsAtSessionEnd(now: number, byLogout: boolean): Promise<void> {
  const obsolete = (await allDrafts().catch(() => [])).filter(
    ({ onServer, at: savedAt, content }) =>
      onServer || savedAt < now - MAX_AGE_MS || (byLogout && !content.ticket),
  )
  await Promise.all(obsolete.map(dropDraft))
}
