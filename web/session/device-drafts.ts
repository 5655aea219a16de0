/**
 * An application that is being written, as stored on this device (W4). IndexedDB has one record for each
 * account, job and tab. Logout deletes them. The code is short, so it does without the library idb.
 */
export type DeviceDraft<Content> = {
  account: string
  job: number
  tab: string
  /** When the draft was stored, in milliseconds of the server's clock. */
  at: number
  /** True if the server has all of the draft. */
  onServer: boolean
  content: Content
}

const DATABASE = 'applications'
const STORE = 'drafts'
const DAY_MS = 86_400_000
/** How long a draft stays on the device. The next owner of the phone must not find old drafts. */
const MAX_AGE_MS = 30 * DAY_MS

let openedDatabase: Promise<IDBDatabase> | undefined
const open = () => {
  openedDatabase ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: ['account', 'job', 'tab'] })
    request.onsuccess = () => {
      // A page of a later build can change the database only when no other page has it open.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  // After a failure, a later call can try again to open the database.
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
    // Commits at once. Otherwise a page that closes before the write is reported would cancel it.
    if (mode === 'readwrite') transaction.commit?.()
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** A draft has a ticket if the server has received its application and not accepted it yet. */
type StoredContent = { ticket?: { receivedAt: string } }

/** Reads all drafts on this device. @throws when the browser stores nothing. */
export const allDrafts = () => runRequest<DeviceDraft<StoredContent>[]>('readonly', (store) => store.getAll())

const keyOf = ({ account, job, tab }: Pick<DeviceDraft<unknown>, 'account' | 'job' | 'tab'>) => [
  account,
  job,
  tab,
]

/** Stores a draft. @throws when the browser stores nothing, or the device is full. */
export const putDraft = async (draft: DeviceDraft<unknown>): Promise<void> => {
  await runRequest('readwrite', (store) => store.put(draft))
}

/** Deletes a draft. If the browser stores nothing, there is none, so this never rejects. */
export const dropDraft = async (
  draft: Pick<DeviceDraft<unknown>, 'account' | 'job' | 'tab'>,
): Promise<void> => {
  await runRequest('readwrite', (store) => store.delete(keyOf(draft))).catch(() => {})
}

/**
 * Deletes drafts at the end of a session. If the server lacks a draft, it waits here for its owner. A logout
 * deletes such drafts too (W16). It keeps only applications that the server has received and not accepted
 * yet, because they count only if this device sends them again.
 */
export async function dropDraftsAtSessionEnd(now: number, byLogout: boolean): Promise<void> {
  const obsolete = (await allDrafts().catch(() => [])).filter(
    ({ onServer, at: savedAt, content }) =>
      onServer || savedAt < now - MAX_AGE_MS || (byLogout && !content.ticket),
  )
  await Promise.all(obsolete.map(dropDraft))
}
