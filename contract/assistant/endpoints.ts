import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { ASSISTANT } from './limits.ts'
import { text } from '../wire.ts'

/** One entry of the transcript. */
export const spoken = z.object({ who: z.enum(['you', 'assistant']), text: text(ASSISTANT.maxAnswer) })
export type Spoken = z.output<typeof spoken>

/** The language of an answer. */
const answerLanguage = z.enum(['en', 'sw'])
export type AnswerLanguage = z.output<typeof answerLanguage>

/**
 * A page of this portal that an answer is based on, or that comes next. The URL is always a path of this
 * portal. Without `language`, the title is English, like the pages.
 */
export const answerLink = z.object({
  title: z.string(),
  url: z.string(),
  language: z.optional(answerLanguage),
})
export type AnswerLink = z.output<typeof answerLink>

/**
 * The source of an answer: a help page, the open jobs, the person's own applications, or a provider.
 * `unknown` means no answer was found:
 * the text gives the contact.
 */
export const ANSWER_SOURCES = ['help', 'openings', 'applications', 'provider', 'unknown'] as const

/**
 * One line of the streamed answer: one JSON value per line, application/x-ndjson. Text pieces come first and
 * are joined unchanged; the last line has `done`. A `fault` replaces the answer (S2 §8).
 */
export const answerLine = z.union([
  // Before the text-only object: a union takes the first match and drops keys that the match does not name.
  z.object({ fault: z.enum(['busy', 'unavailable', 'difficulties']), text: z.string() }),
  z.object({ text: z.string() }),
  z.object({
    done: z.literal(true),
    source: z.enum(ANSWER_SOURCES),
    /** The language of the text and the suggestions. */
    language: answerLanguage,
    links: z.array(answerLink),
    /** Questions that a person may ask next. */
    suggestions: z.array(z.string()),
  }),
])
export type AnswerLine = z.output<typeof answerLine>

/**
 * N2: a question to the assistant. With a valid token it may be about the person's own applications. Without
 * one it is answered too.
 */
const askAssistant = endpoint({
  method: 'POST',
  path: '/api/assistant/',
  summary:
    'Answers a question about registering, applying or jobs, line by line. With a token, also about the person’s own applications',
  for: 'anyone',
  limit: 'assistant',
  class: 'extra',
  ownWithToken: true,
  body: z.object({
    message: text(ASSISTANT.maxQuestion),
    /** Earlier messages, oldest first. Only the last ten are used. */
    history: z._default(z.array(spoken).check(z.maxLength(ASSISTANT.history * 4)), []),
    /** False: the question never goes to an outside provider; the rules answer it. */
    outside: z._default(z.boolean(), true),
  }),
  fieldErrors: ({ message }): FieldErrors =>
    message.trim() === '' ? { message: 'Write your question first' } : {},
  reply: answerLine,
  sends: 'lines',
})

/** What the panel needs before the first question. */
const getAssistant = endpoint({
  method: 'GET',
  path: '/api/assistant/',
  summary: 'The questions that the assistant suggests, and whether an outside service may write its answers',
  for: 'anyone',
  limit: 'read',
  class: 'extra',
  reply: z.object({
    greeting: z.string(),
    suggestions: z.array(z.string()),
    consent: z.nullable(z.string()),
    /** Hosts of the services that may receive a question; '' is a service in the operator's own network. */
    outside: z.array(z.string()),
  }),
  publicFor: 300,
})

export const assistantEndpoints = {
  'GET /api/assistant/': getAssistant,
  'POST /api/assistant/': askAssistant,
}
