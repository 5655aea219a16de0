/** Every constant of S1 §9, and the limits of security.md that people can feel. One place, both sides. */

/** S1 §9. The browser's timers; the server's own hour is the truth (A12). */
export const SESSION = {
  warnAfterMs: 3_300_000,
  endAfterMs: 3_600_000,
  /** However often it is extended (T7). */
  absoluteMs: 12 * 3_600_000,
  /** How long the token before an extension still answers, so that two tabs never race (T6). */
  graceMs: 60_000,
  /** A session's last use is known to so many minutes. */
  usedEveryMs: 300_000,
  /** Sessions shown to their owner, the last used first. */
  listed: 50,
} as const

export const JOBS = {
  /** S1 §9: cards a page, home and list. */
  pageSize: 6,
  maxPageSize: 50,
  /** S1 §9: code points of the description on a card, then an ellipsis (J12). */
  previewLength: 100,
  /** S1 §9: the filtering spinner. */
  filterSpinnerMs: 500,
  /** J2: the list without paging. */
  maxList: 1_000,
  /** Changes of a job that its page tells. */
  changes: 20,
  /** How many jobs one question can page through. */
  maxListed: 10_000,
  /** Days left at which a deadline is shown as near. */
  soonDays: 2,
} as const

/** S1 §9: job types are kept by clients for five minutes. */
export const JOB_TYPES_CACHE_MS = 300_000

export const PERSON = { minAge: 18, minNameLength: 2, maxNameLength: 60 } as const

export const PASSWORD = { minLength: 8, maxLength: 128 } as const

export const PHONE = { kenyaDialCode: '+254', minLength: 11, maxLength: 16 } as const

export const SECURITY_QUESTION = { maxQuestionLength: 200, maxAnswerLength: 200, minAnswerLength: 3 } as const

/**
 * A8: five failures, fifteen minutes, for one account from one device or network. T3: after as many from all strangers
 * together, each more costs them a captcha. C4: a wide ceiling for the account.
 */
export const LOGIN_LOCK = { failures: 5, minutes: 15, ceilingPerDay: 50 } as const

/**
 * T3: when this many sign-ins failed, portal-wide, within the window, and this share of all, a device that is new to its
 * account solves a captcha to sign in. By the five hundredth failure it is on, whatever was in hand when it tripped.
 */
export const LOGIN_TRIP = { failures: 400, share: 0.5, minutes: 30 } as const

/**
 * A3. T4: wrong codes of an account are counted across its codes. After as many as one code allows, each more costs a stranger a captcha;
 * `perDay` close it to strangers, and twice as many to devices that it knows: never more than a hundred in a row (NIST SP 800-63B).
 */
export const RESET_CODE = { digits: 6, minutes: 10, tries: 5, perDay: 50 } as const

/** C3: wrong answers before the question path closes for the account. Signing in stays open. */
export const SECURITY_ANSWER = { tries: 5, hours: 24 } as const

/** T2, A4: look-ups of a security question by one device; after the first few, or once its network has asked very often, each costs a captcha. */
export const QUESTION_LOOKUP = { perDevice: 5, free: 3, perNetwork: 300, minutes: 15 } as const

/** T2: calls within the window, portal-wide, that ask whether there is an account: the operator is warned. */
export const LOOK_UP_ALARM = { lookUps: 1_000, minutes: 60 } as const

/** A9. */
export const VERIFICATION = { hours: 24, unverifiedDays: 7 } as const

/** C3: how long "this was not me" undoes a reset. */
export const UNDO_RESET = { hours: 24 } as const

/** How long an address stays on the newsletter's list without a confirmation, and after its owner stopped the letters. */
export const NEWSLETTER_KEPT = { unconfirmedDays: 7, stoppedDays: 30 } as const

/** How long a letter that no mail server would take is kept for staff to see. */
export const DEAD_LETTER_DAYS = 30

/** T23: letters of one kind to one address in an hour. */
export const LETTERS_PER_HOUR = 3

/** Bytes of a JSON body; account routes take less (T27). */
export const BODY_BYTES = { any: 262_144, account: 16_384 } as const

/** S1 §9: after verifying, and after a reset, the page moves on to /login. */
export const REDIRECT_MS = { afterVerification: 3_000, afterReset: 2_500 } as const

/** S1 §9: searchable lists are no taller. */
export const DROPDOWN_MAX_HEIGHT = '15rem'

/** S1 §9: how long a script chunk may take before the page offers a plain link (N6). */
export const CHUNK_TIMEOUT_MS = 120_000

/** How long a solved captcha is good for. */
export const CAPTCHA_LIFETIME_MS = 20 * 60_000

/** Local storage keys (S1 §4). */
export const STORED = { token: 'token', jobId: 'selectedJobId', jobTitle: 'selectedJobTitle', assistantSeen: 'assistantPopupSeen' } as const
/** Where a tab keeps the list of jobs that it has seen last. */
export const SEEN_LIST = 'list'

/** S2 §9 and what keeps an application of a sane size. */
export const APPLICATION = {
  steps: 5,
  firstYear: 1950,
  minEmploymentNumber: 2,
  /** Of a notice that names no number of its own (`min_referees`). */
  minReferees: 1,
  maxEducation: 20,
  maxExperience: 30,
  maxReferees: 10,
  maxLine: 200,
  maxResponsibilities: 2_000,
  /** Applications shown to one person, newest first. */
  maxListed: 200,
  /** Copies kept of what was written over or refused, and their bytes together: the newest stay (T22). */
  maxKeptCopies: 50,
  keptCopiesBytes: 524_288,
} as const

/** S2 §9: how long 'Progress saved successfully!' and 'Password changed successfully!' stand. */
export const SAVED_MS = { progress: 3_000, password: 5_000 } as const

/** S2 §9: Huduma centres and by-election areas are kept by clients for five minutes. */
export const LOOKUPS_CACHE_MS = 300_000

/** S2 §9, N3: what applicants are told to expect. The commission's own word, in weeks; the portal decides nothing by them. */
export const REVIEW_WEEKS = { pending: { least: 1, most: 2 }, underReview: { least: 2, most: 4 }, interview: 1 } as const

/** S2 §9, N3: about how long each step of the form takes, in minutes. */
export const STEP_MINUTES = [
  { least: 2, most: 3 },
  { least: 5, most: 10 },
  { least: 10, most: 15 },
  { least: 5, most: 8 },
  { least: 5, most: 5 },
] as const

/** S2 §9: the chat assistant. T25, T26: what one person may ask of it. */
export const ASSISTANT = {
  /** Messages kept and sent along. */
  history: 10,
  delayMs: { least: 1_000, most: 2_000 },
  /** How long a provider may take to begin before the next is asked. */
  initialiseMs: 5_000,
  /** What all providers together have until the first sentence that is shown; then the rules answer. */
  firstWordsMs: 8_000,
  outputTokens: 1_000,
  popupAfterMs: 2_000,
  maxQuestion: 2_000,
  maxAnswer: 8_000,
  /** Jobs or applications named in one answer; the list has the others. */
  namedInAnswer: 5,
  /** Jobs of which one answer says a fact each. */
  factsOfJobs: 3,
  /** What closes within so many days closes soon. */
  soonDays: 7,
  /** Questions one person may ask in a minute, whoever answers. */
  perMinute: 20,
  /** Questions in an hour that may go to a provider; the rules answer the others. */
  toProviderPerHour: { applicant: 20, visitor: 5, network: 100 },
  /** Questions that may be at a provider at once. */
  atProvider: 4,
  /** Once it is asked: silence after which it is given up, the whole time all have, and the bytes one may answer. */
  silentMs: 10_000,
  wholeMs: 30_000,
  answerBytes: 262_144,
  /** Characters of an answer that are shown; whoever writes more than it was allowed is broken off. */
  shown: 6_000,
  /** Failures in a row after which a provider is left alone, and for how long. */
  breaker: { failures: 5, restMs: 60_000 },
  /** Results of a web search that are told, and the characters of each. */
  search: { results: 5, characters: 300 },
} as const
