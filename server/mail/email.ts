import type { Language } from '#contract/language/paths.ts'
import type { Deps } from '../deps.ts'

/** An email as its author writes it. `render.ts` turns it into plain text and simple HTML. */
export type Email = {
  /** One address, already validated. */
  to: string
  /** The reader's language; English without one. Authors write English (`in-kiswahili.ts` translates). */
  language?: Language | undefined
  subject: string
  /** For instance 'Dear Achieng,'. The default is 'Hello,'. */
  greeting?: string
  paragraphs: string[]
  /** A code or number to read out or type. */
  code?: string
  /** Titles and places in the text. They stay as they are in every language. */
  names?: string[]
  /** True when an officer wrote the subject and the paragraphs: they are not translated. */
  isOfficersText?: boolean
  /** The most important link. Its URL is shown too. */
  action?: { label: string; url: string }
  /** Shown after the action, such as what to do when this email was not expected. */
  after?: string[]
  headers?: Record<string, string>
  /** Small text files. */
  attachments?: { filename: string; content: string; contentType: string }[]
}

/** For each topic, builds the email from current data. Undefined when there is nothing to say any more. */
// oxlint-disable-next-line typescript/no-explicit-any -- each topic has a payload of its own
export type Emails = Record<string, (deps: Deps, payload: any) => Promise<Email | undefined>>
