import { isCallFailed } from './call.ts'

/** The portal has no time for this now, and said when to come back. */
export const isBusy = (error: unknown) => isCallFailed(error) && error.body.code === 'busy'
