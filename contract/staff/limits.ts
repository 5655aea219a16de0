/** Limits of jobs that officers write. */
export const STAFF_JOBS = {
  pageSize: 50,
  maxTitle: 200,
  /** Terms, and pay. */
  maxTerms: 300,
  maxHtml: 100_000,
  maxPlaces: 1_000,
  publishEveryMs: 1_000,
} as const

/** The limits of staff accounts. A session ends after a working day, however active it is. */
export const STAFF = {
  sessionHours: 12,
  passwordMinLength: 12,
  /** The time between password and second factor. */
  ticketMinutes: 10,
  invitationDays: 7,
  /** How long an invitation that no one used is stored after it expired. */
  invitationStoredDays: 30,
  /** How long a proposed appointment waits for a second administrator. */
  appointmentDays: 7,
  /** The command line of the server may invite this many. Each further one needs a second administrator. */
  firstAdministrators: 2,
  maxReason: 500,
  /**
   * After `failures` wrong passwords or codes from one network, an account is locked there for `minutes`.
   * `ceilingPerDay` limits those from all networks together.
   */
  lock: { failures: 5, minutes: 15, ceilingPerDay: 50 },
  /** Audit entries per page. */
  auditPageSize: 50,
  /** For this many minutes, opening the same page again adds no audit entry. */
  sameReadMinutes: 15,
  /** Errors of the log check that are listed in words. */
  maxErrorsListed: 100,
} as const

/** The table of applications: rows per page, and limits on what officers write there. */
export const REVIEW = {
  pageSize: 50,
  maxViewName: 60,
  maxViewQuery: 2_000,
  maxViews: 50,
  maxNote: 2_000,
  /** How long an officer sees the names after another officer agreed. */
  liftHours: 12,
  /** How long a request to see names waits for another officer. */
  liftWaitHours: 72,
  accessRecordsShown: 100,
  notesShown: 200,
  historyShown: 100,
  /**
   * Applications that share something: how many are named, and how many are counted at most, per shared
   * thing.
   */
  sharesNamed: 10,
  sharesCounted: 1_000,
  deriveFactsEveryMs: 500,
  /** After so many failures the facts of an application are no longer derived. */
  maxFactFailures: 5,
} as const

/**
 * A decision list takes effect `undoMinutes` after its approval, and can be undone until then. It is applied
 * in parts, at a limited rate per second, so that other people can use the portal. A part starts when no
 * request is running, or after `yieldMs`. After a part there is a pause of at least `rest` times its
 * duration. Applicants are notified when all parts are applied, at a lower rate.
 */
export const DECISIONS = {
  undoMinutes: 10,
  /** The most applications that one call names by id. */
  maxNamed: 1_000,
  maxReason: 1_000,
  /** Different reasons on one list: the second person reads all of them. */
  maxReasons: 100,
  pageSize: 50,
  applyEveryMs: 500,
  applicationsPerPart: 80,
  perSecond: { applied: 5_400, notified: 2_500 },
  yieldMs: 250,
  rest: 0.4,
} as const

/** Limits on messages to applicants. Their emails are queued in parts, one part every `partEveryMs`. */
export const MESSAGES = {
  maxName: 120,
  maxSubject: 150,
  maxBody: 4_000,
  /** Emails that a preview of a message shows. */
  previews: 3,
  pageSize: 20,
  maxTemplates: 200,
  emailsPerPart: 500,
  partEveryMs: 500,
} as const

/**
 * An officer alone may write to `maxRecipientsAlone` applicants within `aloneMinutes`. A message to more
 * needs a second person. Every message can be stopped for `stopMinutes`.
 */
export const SENDING = { maxRecipientsAlone: 20, aloneMinutes: 60, stopMinutes: 10, maxNote: 1_000 } as const

/**
 * Limits on reference data. The first qualification levels are `rankStep` apart, so that others fit between.
 */
export const REFERENCE_DATA = {
  maxName: 150,
  maxShortName: 60,
  maxReason: 500,
  rankStep: 100,
  maxShown: 2_000,
} as const

/**
 * How many audit entries of one officer, per hour or per day in Nairobi, raise an alarm for administrators
 * and auditors. A night belongs to the day on which it starts. An approval is hasty less than `seconds` after
 * the officer opened the list or message. `pairs`: approvals by one officer of another's proposals within
 * `seconds`.
 */
export const ALARMS = {
  looks: { hour: 300, day: 1_500 },
  lifts: { day: 3 },
  exports: { day: 10 },
  support: { day: 60 },
  night: { fromHour: 22, untilHour: 5, entries: 20 },
  hasty: { seconds: 10, day: 1 },
  pairs: { seconds: 60, day: 3 },
  /** Today and the days before it that each check reads. */
  daysChecked: 2,
  /** Officers who look within this time share one check. */
  cachedMs: 60_000,
  maxShown: 100,
  maxNote: 500,
} as const
