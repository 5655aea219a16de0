import type { Language } from '#contract/language/paths.ts'
import type { Deps } from '../deps.ts'

/** An email as its author writes it. `render.ts` turns it into plain text and simple HTML. */
export type Email = {
  /** The address of the one recipient; it is already validated. */
  to: string
  /** The recipient's language; English without one. Authors write English (`in-kiswahili.ts` translates). */
  language?: Language | undefined
  subject: string
  /** The first line, for instance 'Dear Achieng,'. Without it, 'Hello,'. */
  greeting?: string
  paragraphs: string[]
  /** A code or number for the recipient to read out or type. */
  code?: string
  /** Names in the text, such as titles and places, which are not translated. */
  names?: string[]
  /** True when an officer wrote the subject and the paragraphs: they are not translated. */
  isOfficersText?: boolean
  /** The email's most important link. Its URL is shown too. */
  action?: { label: string; url: string }
  /** Paragraphs after the link, for instance what to do when the recipient did not expect this email. */
  after?: string[]
  headers?: Record<string, string>
  /** Small text files. */
  attachments?: { filename: string; content: string; contentType: string }[]
}

/** For each topic, builds the email from current data. Undefined when the email has become pointless. */
// oxlint-disable-next-line typescript/no-explicit-any -- each topic has a payload of its own
export type Emails = Record<string, (deps: Deps, payload: any) => Promise<Email | undefined>>
