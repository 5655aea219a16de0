import { allDrafts, type DeviceDraft, inStore } from './device-drafts.ts'

/** @throws where the browser keeps nothing, or the device is full. */
export const putDraft = async (draft: DeviceDraft<unknown>): Promise<void> => void (await inStore('readwrite', (store) => store.put(draft)))

/** Newest first; none where the browser keeps nothing. */
export const draftsOf = async (account: string, job: number): Promise<DeviceDraft<unknown>[]> => {
  const found = await allDrafts().catch(() => [])
  return found.filter((draft) => draft.account === account && draft.job === job).sort((left, right) => right.at - left.at)
}
