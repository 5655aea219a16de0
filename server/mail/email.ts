import type { Deps } from '../deps.ts'

/** A letter as a person would write it. The mail room turns it into plain text and simple HTML. */
export type Email = {
  /** One address, already checked. */
  to: string
  subject: string
  /** 'Dear Achieng,' by default 'Hello,'. */
  greeting?: string
  paragraphs: string[]
  /** A code or number that is read out or typed. */
  code?: string
  /** The one link that matters; shown as its address too. */
  action?: { label: string; url: string }
  /** Set after the action: what to do when this was not expected. */
  after?: string[]
  headers?: Record<string, string>
  /** Small text files. */
  attachments?: { filename: string; content: string; contentType: string }[]
}

/** By topic: writes the letter from present truth; undefined when there is nothing to say any more. */
// oxlint-disable-next-line typescript/no-explicit-any -- each topic has a payload of its own
export type Emails = Record<string, (deps: Deps, payload: any) => Promise<Email | undefined>>
