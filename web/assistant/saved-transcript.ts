import type { AnswerLanguage, AnswerLink } from '#contract/assistant/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { TRANSCRIPT_KEY } from '../session/session.ts'

/**
 * One message of a conversation. `at` is in milliseconds since 1970. `language` and `links` are those of an
 * answer. `stays`: the person had refused the AI provider when they asked, so this question is never sent to
 * a provider.
 */
export type Entry = {
  who: 'you' | 'assistant'
  text: string
  at: number
  language?: AnswerLanguage
  stays?: boolean
  links?: AnswerLink[]
}
type Saved = { owner: string; entries: Entry[] }

/**
 * The last ten messages of a conversation. Only these are stored, and sent with the next question (S2 §9).
 */
export const lastMessages = (entries: Entry[]) => entries.slice(-ASSISTANT.history)

/**
 * The conversation of `owner` in this tab. The owner is an account's email address, or '' for a visitor. A
 * stored conversation of another owner is deleted.
 */
export function readTranscript(owner: string): Entry[] {
  try {
    const saved: Saved = JSON.parse(sessionStorage.getItem(TRANSCRIPT_KEY) ?? '')
    if (saved.owner === owner) return saved.entries
  } catch {
    // Nothing is stored in this tab.
  }
  saveTranscript(owner, [])
  return []
}

/** Stores the last messages for this tab, through navigation and reload (S2 §4). */
export function saveTranscript(owner: string, entries: Entry[]): void {
  try {
    if (entries.length === 0) sessionStorage.removeItem(TRANSCRIPT_KEY)
    else
      sessionStorage.setItem(
        TRANSCRIPT_KEY,
        JSON.stringify({ owner, entries: lastMessages(entries) } satisfies Saved),
      )
  } catch {
    // This browser stores nothing, so the conversation lasts as long as the page.
  }
}
