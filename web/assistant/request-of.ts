import { ASSISTANT } from '#contract/assistant/limits.ts'
import { withoutUnstorable } from '#contract/storable.ts'
import { type Entry, lastMessages } from './saved-transcript.ts'

/**
 * The request for the answer to the last message. Earlier messages help to understand the question.
 * `outside`: whether a provider may read the request. Then questions that must stay with us are left out.
 * Characters of pasted text that the server refuses are also left out. With them, the server would refuse
 * each later question too.
 */
export const requestOf = (entries: Entry[], mayUseProvider: boolean) => {
  const earlier = entries.slice(0, -1)
  const outside = mayUseProvider && !entries.at(-1)?.stays
  const sentMessages = outside ? earlier.filter(({ stays }) => !stays) : earlier
  return {
    message: withoutUnstorable(entries.at(-1)?.text ?? ''),
    history: lastMessages(sentMessages).map(({ who, text }) => ({
      who,
      // The server refuses a longer text, and half of a character at the cut.
      text: withoutUnstorable(text.slice(0, ASSISTANT.maxAnswer)),
    })),
    outside,
  }
}
