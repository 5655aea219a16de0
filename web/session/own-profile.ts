import type { Reply } from '#contract/endpoints.ts'
import { call, storedToken } from '../api.ts'

type Profile = Reply<'GET /api/user/profile/'>

/** The call that has no answer yet, with the token that it was made with. */
let callInProgress: { token: string | null; profile: Promise<Profile> } | undefined
/**
 * Loads the person's profile. The check at start-up and a page that opens at the same time share one call.
 */
export const ownProfile = (): Promise<Profile> => {
  const token = storedToken()
  // A call with another token may have been made for another person, so its profile is not shared.
  if (callInProgress?.token === token) return callInProgress.profile
  const profile = call('GET /api/user/profile/').finally(() => {
    if (callInProgress?.profile === profile) callInProgress = undefined
  })
  callInProgress = { token, profile }
  return profile
}
