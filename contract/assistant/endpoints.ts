import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ASSISTANT } from '../limits.ts'
import { text } from '../wire.ts'

/** One entry of the transcript. */
export const spoken = z.object({ who: z.enum(['you', 'assistant']), text: text(ASSISTANT.maxAnswer) })
export type Spoken = z.output<typeof spoken>

/** What an answer is written in. */
const answerLanguage = z.enum(['en', 'sw'])
export type AnswerLanguage = z.output<typeof answerLanguage>

/** A page of this portal that an answer stands on, or the way on from it. Always a path of our own. A title without a language is English, as the pages are. */
export const answerLink = z.object({ title: z.string(), url: z.string(), language: z.optional(answerLanguage) })
export type AnswerLink = z.output<typeof answerLink>

/**
 * Where an answer comes from: a help page, the live openings, the person's own applications, a provider, or nowhere: it is not
 * known, and the contact is given.
 */
export const ANSWER_SOURCES = ['help', 'openings', 'applications', 'provider', 'unknown'] as const

/**
 * One line of the streamed answer (a JSON value on a line of its own, application/x-ndjson). Pieces of text come first, to be
 * joined as they are; the last line has `done`. A `fault` replaces the answer (S2 §8).
 */
export const answerLine = z.union([
  // Before the other with a text: a union takes the first that fits, and drops what that one does not name.
  z.object({ fault: z.enum(['busy', 'unavailable', 'difficulties']), text: z.string() }),
  z.object({ text: z.string() }),
  z.object({
    done: z.literal(true),
    source: z.enum(ANSWER_SOURCES),
    /** What the text and the suggestions are written in. */
    language: answerLanguage,
    links: z.array(answerLink),
    /** Questions that go on from here. */
    suggestions: z.array(z.string()),
  }),
])
export type AnswerLine = z.output<typeof answerLine>

/** N2: a question to the assistant. With a living token it may be about the person's own applications; without one it is answered all the same. */
export const askAssistant = endpoint({
  method: 'POST',
  path: '/api/assistant/',
  summary: 'Answers a question about registering, applying, openings and, with a token, the own applications, line by line',
  for: 'anyone',
  limit: 'assistant',
  class: 'extra',
  ownWithToken: true,
  body: z.object({
    message: text(ASSISTANT.maxQuestion),
    /** What was said before, oldest first; more than the last ten are left out. */
    history: z._default(z.array(spoken).check(z.maxLength(ASSISTANT.history * 4)), []),
    /** False: the question stays here, and the rules answer it. */
    outside: z._default(z.boolean(), true),
  }),
  faults: ({ message }) => (message.trim() === '' ? { message: 'Write your question first' } : ({} as Record<string, string>)),
  reply: answerLine,
  sends: 'lines',
})

/** What the panel needs to know before the first question. */
export const getAssistant = endpoint({
  method: 'GET',
  path: '/api/assistant/',
  summary: 'What the assistant suggests to ask, and whether an outside service may write its answers',
  for: 'anyone',
  limit: 'read',
  class: 'extra',
  reply: z.object({
    greeting: z.string(),
    suggestions: z.array(z.string()),
    consent: z.nullable(z.string()),
    /** The services that a question may be sent to, by their hosts; '' is one in the operator's own network. */
    outside: z.array(z.string()),
  }),
  publicFor: 300,
})
