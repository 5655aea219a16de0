import { isCallFailed } from './call.ts'

/** The answer of a portal that is too busy for a call now. It says when to call again. */
export const isBusy = (error: unknown) => isCallFailed(error) && error.body.code === 'busy'
