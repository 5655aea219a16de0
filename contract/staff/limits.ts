/** Limits of jobs that officers write. */
export const STAFF_JOBS = {
  pageSize: 50,
  maxTitle: 200,
  /** The most characters of the terms, and of the pay. */
  maxTerms: 300,
  maxHtml: 100_000,
  maxPlaces: 1_000,
  publishEveryMs: 1_000,
} as const

/** The limits of officers' accounts. A session ends after a working day, even if it is in use. */
export const STAFF = {
  sessionHours: 12,
  passwordMinLength: 12,
  /** The longest time between the password and the second factor of a login. */
  ticketMinutes: 10,
  invitationDays: 7,
  /** How long an unused invitation is stored after it has expired. */
  invitationStoredDays: 30,
  /** How long a proposed change of an officer waits for a second administrator. */
  appointmentDays: 7,
  /** How many administrators the command line may invite. Further ones need a second administrator. */
  firstAdministrators: 2,
  maxReason: 500,
  /**
   * After `failures` wrong passwords or codes from one network, that network cannot log in to the account for
   * `minutes`. `ceilingPerDay` limits the failures from all networks together.
   */
  lock: { failures: 5, minutes: 15, ceilingPerDay: 50 },
  /** How many audit entries a page shows. */
  auditPageSize: 50,
  /** For this many minutes, opening the same page again writes no audit entry. */
  sameReadMinutes: 15,
  /** The most errors of the check of the public log that are listed in words. */
  maxErrorsListed: 100,
} as const

/** The limits of the table of applications: its rows per page, and what officers write there. */
export const REVIEW = {
  pageSize: 50,
  maxViewName: 60,
  maxViewQuery: 2_000,
  maxViews: 50,
  maxNote: 2_000,
  /** How long an officer sees the names of a job after another officer agreed. */
  liftHours: 12,
  /** How long an officer's request to see names waits for another officer. */
  liftWaitHours: 72,
  accessRecordsShown: 100,
  notesShown: 200,
  historyShown: 100,
  /**
   * Other applications that share a value: how many are named, and how many are counted at most, for each
   * value.
   */
  sharesNamed: 10,
  sharesCounted: 1_000,
  deriveFactsEveryMs: 500,
  /** After this many failures, the portal no longer tries to derive the facts of an application. */
  maxFactFailures: 5,
} as const

/**
 * A decision list takes effect `undoMinutes` after its approval, and can be undone until then. It is applied
 * in parts, at a limited rate per second, so that others can use the portal. A part starts when no request is
 * running, or after a wait of `yieldMs`. After a part, the work rests for at least `rest` times the part's
 * duration. Applicants are notified, at a lower rate, after all parts.
 */
export const DECISIONS = {
  undoMinutes: 10,
  /** The most applications that one call may name by id. */
  maxNamed: 1_000,
  maxReason: 1_000,
  /** The most different reasons on one decision list, because the second officer reads all of them. */
  maxReasons: 100,
  pageSize: 50,
  applyEveryMs: 500,
  applicationsPerPart: 80,
  perSecond: { applied: 5_400, notified: 2_500 },
  yieldMs: 250,
  rest: 0.4,
} as const

/** Limits of messages to applicants. Their emails are queued in parts, one part every `partEveryMs`. */
export const MESSAGES = {
  maxName: 120,
  maxSubject: 150,
  maxBody: 4_000,
  /** The number of emails that the preview of a message shows. */
  previews: 3,
  pageSize: 20,
  maxTemplates: 200,
  emailsPerPart: 500,
  partEveryMs: 500,
} as const

/**
 * Without a second officer, an officer may write to `maxRecipientsAlone` applicants within `aloneMinutes`.
 * Every message can be stopped for `stopMinutes`.
 */
export const SENDING = { maxRecipientsAlone: 20, aloneMinutes: 60, stopMinutes: 10, maxNote: 1_000 } as const

/**
 * Limits of the reference data. The first qualification levels are `rankStep` apart, so that others fit
 * between them.
 */
export const REFERENCE_DATA = {
  maxName: 150,
  maxShortName: 60,
  maxReason: 500,
  rankStep: 100,
  maxShown: 2_000,
} as const

/**
 * How many audit entries of one officer, per hour or per day in Nairobi, cause an alarm for administrators
 * and auditors. A night belongs to the day on which it starts. An approval is hasty less than `seconds` after
 * the officer opened the list or message. It is also hasty when they never opened it. `pairs` are one
 * officer's approvals of another's proposals within `seconds`.
 */
export const ALARMS = {
  /** Opened applications and documents. */
  looks: { hour: 300, day: 1_500 },
  /** Names shown before a list was approved. */
  lifts: { day: 3 },
  exports: { day: 10 },
  support: { day: 60 },
  night: { fromHour: 22, untilHour: 5, entries: 20 },
  hasty: { seconds: 10, day: 1 },
  pairs: { seconds: 60, day: 3 },
  /** How many days each check for alarms reads, today included. */
  daysChecked: 2,
  /** Officers who open the alarms within this time get the result of one check. */
  cachedMs: 60_000,
  maxShown: 100,
  maxNote: 500,
} as const
