import { isCallFailed } from './call.ts'

/** Whether a call failed because the portal is too busy now. Such an answer says when to call again. */
export const isBusy = (error: unknown) => isCallFailed(error) && error.body.code === 'busy'
