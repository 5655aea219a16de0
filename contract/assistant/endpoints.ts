import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { ASSISTANT } from './limits.ts'
import { text } from '../wire.ts'

// The calls of the assistant, the panel that answers questions about the portal.

/** One message of the conversation between a person and the assistant. */
const spoken = z.object({ who: z.enum(['you', 'assistant']), text: text(ASSISTANT.maxAnswer) })
export type Spoken = z.output<typeof spoken>

/** The language in which the assistant answers. */
const answerLanguage = z.enum(['en', 'sw'])
export type AnswerLanguage = z.output<typeof answerLanguage>

/**
 * A page of this portal on which the assistant's answer is based, or that helps next. `url` is its path.
 * Without `language`, the title is in English.
 */
const answerLink = z.object({
  title: z.string(),
  url: z.string(),
  language: z.optional(answerLanguage),
})
export type AnswerLink = z.output<typeof answerLink>

/**
 * Where the assistant's answer comes from: a help page, the open jobs, the person's own applications, or an
 * AI provider. `unknown`: no answer was found, and the text says whom to contact.
 */
export const ANSWER_SOURCES = ['help', 'openings', 'applications', 'provider', 'unknown'] as const

/**
 * One line of a streamed answer, which is a JSON value per line (application/x-ndjson). Pieces of text come
 * first, to be joined as they are; the last line has `done`. A line with `fault` replaces the answer (S2 §8).
 */
const answerLine = z.union([
  // This shape must be first: a union takes the first that matches, and `{ text }` would drop `fault`.
  z.object({ fault: z.enum(['busy', 'unavailable', 'difficulties']), text: z.string() }),
  z.object({ text: z.string() }),
  z.object({
    done: z.literal(true),
    source: z.enum(ANSWER_SOURCES),
    /** The language of the answer's text and of the suggested questions. */
    language: answerLanguage,
    links: z.array(answerLink),
    /** Questions that the person may want to ask next. */
    suggestions: z.array(z.string()),
  }),
])
export type AnswerLine = z.output<typeof answerLine>

/** Asks the assistant. With a valid token, the question may be about the person's own applications (N2). */
const askAssistant = endpoint({
  method: 'POST',
  path: '/api/assistant/',
  summary:
    'Answers a question about registering, applying or jobs, line by line. With a token, also about the person’s own applications.',
  allowedFor: 'anyone',
  rateLimit: 'assistant',
  loadClass: 'extra',
  ownWithToken: true,
  body: z.object({
    message: text(ASSISTANT.maxQuestion),
    /** Earlier messages, oldest first. Only the last ten are used; up to four times as many are allowed. */
    history: z._default(z.array(spoken).check(z.maxLength(ASSISTANT.history * 4)), []),
    /** True: the person agrees that an outside provider gets the question. Otherwise our own rules answer. */
    outside: z._default(z.boolean(), false),
  }),
  fieldErrors: ({ message }): FieldErrors =>
    message.trim() === '' ? { message: 'Write your question first' } : {},
  reply: answerLine,
  sends: 'lines',
})

/** What the assistant's panel needs before the first question. */
const getAssistant = endpoint({
  method: 'GET',
  path: '/api/assistant/',
  summary: 'The questions that the assistant suggests, and whether an outside service may write its answers',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'extra',
  reply: z.object({
    greeting: z.string(),
    suggestions: z.array(z.string()),
    /** The sentence about the outside services that may get a question; null when there are none. */
    consent: z.nullable(z.string()),
    /**
     * The hosts of the services that may receive a question. '' is a service in the operator's own network.
     */
    outside: z.array(z.string()),
  }),
  publicCacheSeconds: 300,
})

export const assistantEndpoints = {
  'GET /api/assistant/': getAssistant,
  'POST /api/assistant/': askAssistant,
}
