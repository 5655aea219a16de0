import { SUBMIT_WORDS } from '#contract/application-words.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { CallFailed } from '../call.ts'

/** The server's word that an application reached it, and the words it was given for: only these may be sent with it. */
export type HeldTicket = { body: string; tickets: string[]; receivedAt: string }

/** No verdict: nothing was heard, or the server could not judge it now. The same again, with the same key, is right. */
export const isPassing = ({ status, body }: CallFailed) => [0, 401, 429, 500, 502, 503, 504].includes(status) || body.received_at !== undefined

/** S2 §8. */
export const sentenceOf = ({ status, body }: CallFailed): string => {
  if (body.message === REFUSALS.already_applied.message) return SUBMIT_WORDS.alreadyCompleted
  return body.message || (status ? SUBMIT_WORDS.failedWith(status) : SUBMIT_WORDS.failed)
}
