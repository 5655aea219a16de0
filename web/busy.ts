import { isCallFailed } from './call.ts'

/** The portal is too busy for this now, and said when to come back. */
export const isBusy = (error: unknown) => isCallFailed(error) && error.body.code === 'busy'
