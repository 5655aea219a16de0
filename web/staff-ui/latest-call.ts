import { type Loaded, loaded } from '../loaded.ts'

/**
 * Returns a function that makes a call and gives its reply to `accept`. If a newer call has started since,
 * the reply is ignored, because it may be older than the newer call's reply.
 */
export function latestCall<T>(accept: (reply: Loaded<T>) => void) {
  let startedCount = 0
  return async (makeCall: () => Promise<T>) => {
    const ownNumber = ++startedCount
    const reply = await loaded(makeCall())
    if (ownNumber === startedCount) accept(reply)
  }
}
