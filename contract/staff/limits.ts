/** Jobs as officers write them. */
export const STAFF_JOBS = { pageSize: 50, maxHtml: 100_000, maxPlaces: 1_000, publishEveryMs: 1_000 } as const

/** The staff side: sessions end after a working day, whatever is done in them. */
export const STAFF = {
  sessionHours: 12,
  passwordMinLength: 12,
  /** Between password and second factor. */
  ticketMinutes: 10,
  invitationDays: 7,
  /** How long a proposed appointment waits for a second administrator. */
  appointmentDays: 7,
  /** So many are invited by the server's command line; after that a second administrator agrees to each. */
  firstAdministrators: 2,
  maxReason: 500,
  /** Wrong passwords and codes of one account from one network; the ceiling is for all networks together. */
  lock: { failures: 5, minutes: 15, ceilingPerDay: 50 },
  /** Acts shown at a time. */
  actsPage: 50,
  /** Whoever asks for the same page again within so many minutes is still looking: one act. */
  lookMinutes: 15,
  /** Faults of the log that are told in words. */
  faultsTold: 100,
} as const

/** The table of applications: rows a page, and what officers write beside it. */
export const REVIEW = {
  pageSize: 50,
  maxViewName: 60,
  maxViewQuery: 2_000,
  maxViews: 50,
  maxNote: 2_000,
  liftHours: 12,
  /** How long a request to see names waits for another officer. */
  liftWaitHours: 72,
  looksShown: 100,
  notesShown: 200,
  historyShown: 100,
  /** Applications that share something: named; and counted at the most, for each thing. */
  sharesNamed: 10,
  sharesCounted: 1_000,
  sortEveryMs: 500,
} as const

/**
 * Lists of decisions take effect this long after they are approved; until then they can be undone. Then they go in parts, so many
 * applications a second; who is on them is told after that, more slowly. A part begins when nobody is being answered, or when it has
 * waited this long for it; after each part others have their turn, for this share of the time that it took at the least.
 */
export const DECISIONS = {
  undoMinutes: 10,
  maxNamed: 1_000,
  maxReason: 1_000,
  /** Different reasons on one list: the second person reads them all. */
  maxReasons: 100,
  pageSize: 50,
  applyEveryMs: 500,
  part: 80,
  perSecond: { applied: 5_400, told: 2_500 },
  yieldMs: 250,
  rest: 0.4,
} as const

/** Messages to applicants: how long they may be, and how they are handed on, part by part. */
export const MESSAGES = { maxName: 120, maxSubject: 150, maxBody: 4_000, previews: 3, pageSize: 20, maxTemplates: 200, part: 500, everyMs: 500 } as const

/** To how many applicants an officer writes without a second person, all messages of so many minutes together; how long each can be stopped. */
export const SENDING = { alone: 20, aloneMinutes: 60, stopMinutes: 10, maxNote: 1_000 } as const

/** The lists that jobs and forms choose from. What officers add to a list of levels is ranked between the files', which are hundreds. */
export const REFERENCE_DATA = { maxName: 150, maxShortName: 60, maxReason: 500, rankStep: 100, shown: 2_000 } as const

/**
 * From how many acts of one officer in a day of Nairobi administrators and auditors are told, or in an hour of it. A night belongs to the
 * day on which it began; an approval is hasty so soon after the list or message was opened, and a pair that does it so often in a day is told.
 */
export const ALARMS = {
  looks: { hour: 300, day: 1_500 },
  lifts: { day: 3 },
  exports: { day: 10 },
  support: { day: 60 },
  night: { from: 22, until: 5, acts: 20 },
  hasty: { seconds: 10, day: 1 },
  pairs: { seconds: 60, day: 3 },
  /** Days that are looked through, each time. */
  days: 2,
  keptMs: 60_000,
  shown: 100,
  maxNote: 500,
} as const
