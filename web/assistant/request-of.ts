import { ASSISTANT } from '#contract/assistant/limits.ts'
import { withoutUnstorable } from '#contract/storable.ts'
import { type Entry, lastMessages } from './saved-transcript.ts'

/**
 * The request for the answer to the last message. It contains earlier messages, which help to understand the
 * question. If a provider may read it, it leaves out questions that must stay with us. Pasted text may have
 * marks that the server refuses, and it would refuse each later question too: so they are left out.
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
