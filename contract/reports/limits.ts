/** Limits of the reports for officers. */
export const REPORTS = {
  /** A number of people below this is hidden, because it could identify someone. */
  smallestShownCount: 5,
  /**
   * Gender and disability are counted in whole blocks of this many applications, in the order in which they
   * arrive. So the difference between two reports never identifies one person.
   */
  blockSize: 20,
  /** The hourly counts of a job are shown for this many hours. Counts are stored for this many days. */
  hourlyCountsShown: 48,
  daysCounted: 92,
  /** How often an open page loads its data again. */
  refreshMs: 30_000,
  /** How long a response is cached for all officers. The longer time is for slow queries. */
  cachedMs: 5_000,
  slowQueryCachedMs: 60_000,
  maxJobRows: 50,
  maxFieldErrorRows: 20,
  maxMachineRows: 50,
  /** A queue with this many entries or more is shown as `10,000+`. */
  countedExactlyUpTo: 10_000,
  /**
   * Field errors are counted in memory, up to this many different ones. They are written at this interval and
   * stored for `fieldErrorDays`.
   */
  fieldErrorsWrittenEveryMs: 10_000,
  maxFieldErrorsInMemory: 1_000,
  fieldErrorDays: 92,
  fieldErrorDaysShown: 7,
  /** Undeliverable emails that one call queues again. */
  maxEmailsRetried: 1_000,
} as const
