/** S2 §8: the assistant's sentences when it cannot answer. The addresses come from the configuration. */
export const ASSISTANT_WORDS = {
  /** Rate limits and overload, the portal's own or a provider's. */
  busy: 'AI Service Busy',
  /** Billing or account errors of a provider. */
  unavailable: 'AI Service Temporarily Unavailable',
  /** Anything else. */
  difficulties: 'I am having difficulties and cannot answer now. Please try again in a moment.',
  /** N2: shown while a question may leave this server. */
  consent:
    'An outside AI service may write the answers. We first remove emails, numbers and names that we recognise. Do not write names or private matters.',
  /** The button that avoids the outside service. */
  without: 'Answer without the outside service',
  /** Shown between a provider's unfinished answer and the portal's own. */
  brokeOff: 'The answer above is not complete. This is the portal’s own answer:',
} as const

/** One of the error sentences above, followed by the contact. */
export const withContact = (sentence: string, { email, phone }: { email: string; phone: string }) =>
  `${sentence.replace(/\.$/, '')}. You can reach us at ${email} or ${phone}.`
