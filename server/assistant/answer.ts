import type { ANSWER_SOURCES, AnswerLink, Spoken } from '#contract/assistant/endpoints.ts'

/** A piece of what the portal knows, with the page it stands on: what an answer is made from. */
export type Passage = AnswerLink & {
  text: string
  /** The same in the other language, where there is one. */
  also?: string
}

/** A question and whose it is: without a person nothing personal is looked at. */
export type Question = { text: string; history: Spoken[]; userId: number | undefined }

export type Answer = {
  source: (typeof ANSWER_SOURCES)[number]
  /** Plain text; paragraphs are parted by an empty line. */
  text: string
  language: 'en' | 'sw'
  links: AnswerLink[]
  suggestions: string[]
  /**
   * What the answer stands on; this and nothing else a provider is told. Empty when nothing is known, or when
   * it is about the person's own applications.
   */
  passages: Passage[]
}
