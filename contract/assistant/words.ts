/** S2 §8: what the assistant says when it cannot answer; the addresses are those of the configuration. */
export const ASSISTANT_WORDS = {
  /** Rate limits and overload, ours or a provider's. */
  busy: 'AI Service Busy',
  /** Billing or account errors of a provider. */
  unavailable: 'AI Service Temporarily Unavailable',
  /** Anything else. */
  difficulties: 'I am having difficulties and cannot answer now. Please try again in a moment.',
  /** N2: said while a question may leave this server. */
  consent: 'Answers may be written by an outside AI service. We remove emails, numbers and the names we can recognise. Do not write names or private matters.',
  /** The choice to do without it. */
  without: 'Answer without the outside service',
  /** Said between half an answer of a provider and the portal's own. */
  brokeOff: 'The answer above broke off. This is what the portal itself knows:',
} as const

/** The faults above with where to turn instead, as one text. */
export const withContact = (sentence: string, { email, phone }: { email: string; phone: string }) =>
  `${sentence.replace(/\.$/, '')}. You can reach us at ${email} or ${phone}.`
