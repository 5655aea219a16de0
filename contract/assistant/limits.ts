/** The limits of the assistant (S2 §9), and how much one person may ask (T25, T26). */
export const ASSISTANT = {
  /** How many earlier messages are stored, and sent with a question. */
  history: 10,
  /** Before an answer is shown, the assistant pauses for a random time in this range. */
  delayMs: { least: 1_000, most: 2_000 },
  /** How long an AI provider may take to start its answer. After that the next provider is asked. */
  initialiseMs: 5_000,
  /**
   * How long all AI providers together may take until a first sentence. After that the portal's rules answer.
   */
  firstWordsMs: 8_000,
  /** The longest answer, in tokens, for which an AI provider is asked. */
  outputTokens: 1_000,
  /**
   * How long after the home page opens the note about the assistant appears. People who closed the note or
   * opened the assistant before do not see the note.
   */
  popupAfterMs: 2_000,
  maxQuestion: 2_000,
  maxAnswer: 8_000,
  /** The most jobs or applications that one answer names; a link to the list shows the others. */
  namedInAnswer: 5,
  /** The most jobs whose details one answer gives. */
  factsOfJobs: 3,
  /** The assistant says "closes soon" about a job that closes within this many days. */
  soonDays: 7,
  /** The most questions of one person per minute, with or without an AI provider. */
  perMinute: 20,
  /**
   * The most questions per hour that AI providers get, of one applicant, of one visitor, and of all visitors
   * of a network. The portal's rules answer the others.
   */
  toProviderPerHour: { applicant: 20, visitor: 5, network: 100 },
  /** The most questions that AI providers answer at the same time. */
  atProvider: 4,
  /**
   * Limits on an AI provider's answer: the longest silence, the total time of all providers, and the bytes of
   * one answer.
   */
  silentMs: 10_000,
  wholeMs: 30_000,
  answerBytes: 262_144,
  /** The most characters of an answer that are shown. A longer answer is cut off. */
  shown: 6_000,
  /** After `failures` in a row, an AI provider is not asked for this time. */
  breaker: { failures: 5, restMs: 60_000 },
  /** The most web search results that an AI provider gets, and the most characters of each. */
  search: { results: 5, characters: 300 },
} as const
