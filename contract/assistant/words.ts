/** The sentences of the assistant when it cannot answer, and about outside services (S2 §8). */
export const ASSISTANT_WORDS = {
  /** The panel's first text, and the answer to a greeting (server/assistant/lexicon/topics.md). */
  greeting: (acronym: string) =>
    `Hello. I answer questions about creating an account, applying, documents and open jobs at ${acronym}. When you are logged in, also about your own applications.`,
  /** Shown when the portal or an AI provider gets too many questions. */
  busy: 'AI Service Busy',
  /** Shown when an AI provider reports a billing or account error. */
  unavailable: 'AI Service Temporarily Unavailable',
  /** Anything else. */
  difficulties: 'I am having difficulties and cannot answer now. Please try again in a moment',
  /** Shown where the operator has chosen an outside service (N2). */
  consent:
    'An outside AI service can write the answers, if you agree. We first remove emails, numbers and names that we recognise. Do not write names or private matters.',
  /** The tick box with which a person agrees. */
  agree: 'Let the outside service write the answers',
  /** Shown between an AI provider's unfinished answer and the portal's own answer. */
  brokeOff: 'The answer above is not complete. This is the portal’s own answer:',
} as const

/** A question that is suggested before the first one, and after many answers. */
export const HOW_TO_APPLY = 'How do I apply for a job?'

/** The buttons of the assistant's panel before the first question. */
export const FIRST_QUESTIONS = [
  'Which jobs are open?',
  'How do I create an account?',
  HOW_TO_APPLY,
  'Which documents can I upload?',
  'I forgot my password',
  'How many applications have I sent?',
]

/** One of the error sentences above, followed by the contact. */
export const withContact = (sentence: string, { email, phone }: { email: string; phone: string }) =>
  `${sentence}. You can reach us at ${email} or ${phone}.`
