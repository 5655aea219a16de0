import type { ANSWER_SOURCES, AnswerLink, Spoken } from '#contract/assistant/endpoints.ts'

/**
 * A text of the portal, such as a section of its help, with its page. Answers are made from such passages.
 */
export type Passage = AnswerLink & {
  text: string
  /** The text in English and Kiswahili. Numbers and addresses of both may appear in a provider's answer. */
  textInBothLanguages?: string
}

/** A question to the assistant, and who asks. Without a `userId` no personal data is read. */
export type Question = {
  text: string
  history: Spoken[]
  userId: number | undefined
  /** The language of the page on which the question was asked. */
  pageLanguage: 'en' | 'sw'
}

export type Answer = {
  source: (typeof ANSWER_SOURCES)[number]
  /** The text of the answer, as plain text. An empty line separates paragraphs. */
  text: string
  language: 'en' | 'sw'
  links: AnswerLink[]
  suggestions: string[]
  /**
   * The passages from which the answer was made. A provider gets these and nothing else. Empty when nothing
   * is known, or when the answer is about the person's own applications.
   */
  passages: Passage[]
}
