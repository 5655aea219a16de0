import { allDrafts, type DeviceDraft } from '../session/device-drafts.ts'

/**
 * The drafts of an account's applications on this device, for one job or for all. Newest first; empty where
 * the browser stores nothing.
 */
export const draftsOf = async (account: string, job?: number): Promise<DeviceDraft<unknown>[]> => {
  const found = await allDrafts().catch(() => [])
  return found
    .filter((draft) => draft.account === account && (!job || draft.job === job))
    .sort((left, right) => right.at - left.at)
}
