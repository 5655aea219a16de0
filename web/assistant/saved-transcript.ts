import type { AnswerLanguage, AnswerLink } from '#contract/assistant/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { SESSION_MESSAGES } from '../session/session.ts'

/**
 * One entry of the transcript; `at` in milliseconds since 1970. `stays`: it was asked without the outside
 * service and is never sent there.
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

/** The last ten messages: only these are stored and sent along (S2 §9). */
export const lastMessages = (entries: Entry[]) => entries.slice(-ASSISTANT.history)

/**
 * What this tab said as `owner`: an account's email address, or '' for a visitor. Another person's messages
 * are deleted.
 */
export function readTranscript(owner: string): Entry[] {
  try {
    const saved: Saved = JSON.parse(sessionStorage.getItem(SESSION_MESSAGES) ?? '')
    if (saved.owner === owner) return saved.entries
  } catch {
    // Nothing is stored here.
  }
  saveTranscript(owner, [])
  return []
}

/** Stores the last messages for this tab, through navigation and reload (S2 §4). */
export function saveTranscript(owner: string, entries: Entry[]): void {
  try {
    if (entries.length === 0) sessionStorage.removeItem(SESSION_MESSAGES)
    else
      sessionStorage.setItem(
        SESSION_MESSAGES,
        JSON.stringify({ owner, entries: lastMessages(entries) } satisfies Saved),
      )
  } catch {
    // The browser stores nothing: the conversation lasts as long as the page.
  }
}
