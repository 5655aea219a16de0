/** The numbers of the assistant (S2 §9), and how much one person may ask (T25, T26). */
export const ASSISTANT = {
  /** Earlier messages that are stored, and sent with a question. */
  history: 10,
  /** An answer is shown after a random pause in this range. */
  delayMs: { least: 1_000, most: 2_000 },
  /** How long a provider may take to start its answer. Then the next provider is asked. */
  initialiseMs: 5_000,
  /** How long all providers together may take to show a first sentence. After that the rules answer. */
  firstWordsMs: 8_000,
  /** The longest answer that a provider is asked for, in tokens. */
  outputTokens: 1_000,
  /** How long after a page opens the invitation to ask appears, for people who have not seen it. */
  popupAfterMs: 2_000,
  maxQuestion: 2_000,
  maxAnswer: 8_000,
  /** Jobs or applications named in one answer; the list shows the rest. */
  namedInAnswer: 5,
  /** The most jobs whose facts are given in one answer. */
  factsOfJobs: 3,
  /** A job that closes within this many days closes soon. */
  soonDays: 7,
  /** Questions per person and minute, with or without a provider. */
  perMinute: 20,
  /** Questions per hour that may go to a provider; the rules answer the rest. */
  toProviderPerHour: { applicant: 20, visitor: 5, network: 100 },
  /** The most questions that providers answer at the same time. */
  atProvider: 4,
  /**
   * Limits of a provider's answer: silence before it is abandoned, the total time of all providers, and the
   * bytes of one answer.
   */
  silentMs: 10_000,
  wholeMs: 30_000,
  answerBytes: 262_144,
  /** Characters of an answer that are shown. A longer answer is cut off. */
  shown: 6_000,
  /** Failures in a row after which a provider is not asked, and for how long. */
  breaker: { failures: 5, restMs: 60_000 },
  /** Web search results given to a provider, and the characters of each. */
  search: { results: 5, characters: 300 },
} as const
