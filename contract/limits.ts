/** All constants of S1 §9, and the limits of security.md that people notice. One place for both sides. */

/** S1 §9: the browser's timers. The server's own hour decides (A12). */
export const SESSION = {
  warnAfterMs: 3_300_000,
  endAfterMs: 3_600_000,
  /** The longest session, however often it is extended (T7). */
  absoluteMs: 12 * 3_600_000,
  /** How long the previous token works after an extension, so that two tabs never race (T6). */
  graceMs: 60_000,
  /** A session's last use is accurate to this interval. */
  usedEveryMs: 300_000,
  /** Sessions shown to their owner, the last used first. */
  listed: 50,
} as const

export const JOBS = {
  /** S1 §9: cards per page, on the home page and in the list. */
  pageSize: 6,
  maxPageSize: 50,
  /** S1 §9: code points of the description on a card, before the ellipsis (J12). */
  previewLength: 100,
  /** S1 §9: duration of the filtering spinner. */
  filterSpinnerMs: 500,
  /** J2: the most jobs in the list without paging. */
  maxList: 1_000,
  /** Changes of a job that its page lists. */
  changes: 20,
  /** The most jobs that one query can page through. */
  maxListed: 10_000,
  /** A deadline at most this many days away is shown as near. */
  soonDays: 2,
} as const

/** S1 §9: clients cache job types for five minutes. */
export const JOB_TYPES_CACHE_MS = 300_000

export const PERSON = { minAge: 18, minNameLength: 2, maxNameLength: 60 } as const

export const PASSWORD = { minLength: 8, maxLength: 128 } as const

export const PHONE = { kenyaDialCode: '+254', minLength: 11, maxLength: 16 } as const

export const SECURITY_QUESTION = { maxQuestionLength: 200, maxAnswerLength: 200, minAnswerLength: 3 } as const

/**
 * A8: five failures, fifteen minutes, for one account from one device or network. T3: after as many failures
 * from all strangers together,
 * each further try costs a stranger a captcha. C4: a high ceiling per account.
 */
export const LOGIN_LOCK = { failures: 5, minutes: 15, ceilingPerDay: 50 } as const

/**
 * T3: from this number of failed logins in the window, portal-wide, and this share of all logins, the captcha
 * is on. A device that is new
 * to its account must then solve one to log in. It is on by the five hundredth failure, whatever logins were
 * running when it tripped.
 */
export const LOGIN_TRIP = { failures: 400, share: 0.5, minutes: 30 } as const

/**
 * A3. T4: wrong codes are counted per account, across its codes. After `tries` wrong codes, each further try
 * costs a stranger a captcha.
 * `perDay` wrong codes close the account to strangers, twice as many to devices that it knows. So there are
 * never more than a hundred in a
 * row (NIST SP 800-63B).
 */
export const RESET_CODE = { digits: 6, minutes: 10, tries: 5, perDay: 50 } as const

/** C3: wrong answers before the question path closes for the account. The account can still log in. */
export const SECURITY_ANSWER = { tries: 5, hours: 24 } as const

/**
 * T2, A4: lookups of a security question per device. After the first `free`, or when its network has made
 * `perNetwork`, each costs a
 * captcha.
 */
export const QUESTION_LOOKUP = { perDevice: 5, free: 3, perNetwork: 300, minutes: 15 } as const

/**
 * T2: portal-wide calls in the window that ask whether an account exists. Above this the operator is warned.
 */
export const LOOKUP_ALARM = { lookUps: 1_000, minutes: 60 } as const

/** A9: how long a verification link works, and an unverified account is stored. */
export const VERIFICATION = { hours: 24, unverifiedDays: 7 } as const

/** C3: how long "this was not me" can undo a reset. */
export const UNDO_RESET = { hours: 24 } as const

/**
 * How long an address stays on the newsletter list without a confirmation, and after its owner stopped the
 * emails.
 */
export const NEWSLETTER_RETENTION = { unconfirmedDays: 7, stoppedDays: 30 } as const

/** Days that an email refused by all mail servers stays visible to staff. */
export const FAILED_EMAIL_DAYS = 30

/** T23: emails of one kind to one address per hour. */
export const EMAILS_PER_HOUR = 3

/** The largest JSON body in bytes; account routes allow less (T27). */
export const BODY_BYTES = { any: 262_144, account: 16_384 } as const

/** S1 §9: the delay before the page opens /login, after verifying and after a reset. */
export const REDIRECT_MS = { afterVerification: 3_000, afterReset: 2_500 } as const

/** S1 §9: the height limit of searchable lists. */
export const DROPDOWN_MAX_HEIGHT = '15rem'

/** S1 §9: how long a script chunk may take before the page offers a plain link (N6). */
export const CHUNK_TIMEOUT_MS = 120_000

/** How long a solved captcha is valid. */
export const CAPTCHA_LIFETIME_MS = 20 * 60_000

/** Local storage keys (S1 §4). */
export const STORED = {
  token: 'token',
  jobId: 'selectedJobId',
  jobTitle: 'selectedJobTitle',
  assistantSeen: 'assistantPopupSeen',
} as const
/** The storage key of the job list that a tab showed last. */
export const SEEN_LIST = 'list'

/** S2 §9, and limits on the size of an application. */
export const APPLICATION = {
  steps: 5,
  firstYear: 1950,
  minEmploymentNumber: 2,
  /** For a job that sets no number of its own (`min_referees`). */
  minReferees: 1,
  maxEducation: 20,
  maxExperience: 30,
  maxReferees: 10,
  maxLine: 200,
  maxResponsibilities: 2_000,
  /** Applications shown to one person, newest first. */
  maxListed: 200,
  /**
   * Saved copies of answers that were overwritten or refused, and their total bytes. The newest stay (T22).
   */
  maxKeptCopies: 50,
  keptCopiesBytes: 524_288,
} as const

/** S2 §9: how long 'Progress saved successfully!' and 'Password changed successfully!' are shown. */
export const SAVED_MS = { progress: 3_000, password: 5_000 } as const

/** S2 §9: clients cache Huduma centres and by-election areas for five minutes. */
export const REFERENCE_DATA_CACHE_MS = 300_000

/**
 * S2 §9, N3: the waiting times shown to applicants, in weeks. They are the commission's own; the portal
 * decides nothing by them.
 */
export const REVIEW_WEEKS = {
  pending: { least: 1, most: 2 },
  underReview: { least: 2, most: 4 },
  interview: 1,
} as const

/** S2 §9, N3: how long each step of the form takes, in minutes. */
export const STEP_MINUTES = [
  { least: 2, most: 3 },
  { least: 5, most: 10 },
  { least: 10, most: 15 },
  { least: 5, most: 8 },
  { least: 5, most: 5 },
] as const

/** S2 §9: the chat assistant. T25, T26: what one person may ask it. */
export const ASSISTANT = {
  /** Messages stored, and sent with a question. */
  history: 10,
  delayMs: { least: 1_000, most: 2_000 },
  /** How long a provider may take to start before the next one is asked. */
  initialiseMs: 5_000,
  /** How long all providers together may take to show a first sentence. After that the rules answer. */
  firstWordsMs: 8_000,
  outputTokens: 1_000,
  popupAfterMs: 2_000,
  maxQuestion: 2_000,
  maxAnswer: 8_000,
  /** Jobs or applications named in one answer; the list shows the rest. */
  namedInAnswer: 5,
  /** At most so many jobs whose facts are given in one answer. */
  factsOfJobs: 3,
  /** A job that closes within this many days closes soon. */
  soonDays: 7,
  /** Questions per person and minute, with or without a provider. */
  perMinute: 20,
  /** Questions per hour that may go to a provider; the rules answer the rest. */
  toProviderPerHour: { applicant: 20, visitor: 5, network: 100 },
  /** Concurrent questions to providers. */
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
