/** Limits of the reports for officers. */
export const REPORTS = {
  /** A number of people below this is hidden, because it could identify a person. */
  smallestShownCount: 5,
  /**
   * Gender and disability are counted in complete blocks of this many applications, in the order of arrival.
   * So the difference between two reports never identifies a person.
   */
  blockSize: 20,
  /** For how many hours a job's counts are shown by hour, and for how many days (with today) by day. */
  hourlyCountsShown: 48,
  daysCounted: 92,
  /** How often an open page with a report loads its data again. */
  refreshMs: 30_000,
  /** How long a report is cached for all officers. The longer time is for slow queries. */
  cachedMs: 5_000,
  slowQueryCachedMs: 60_000,
  maxJobRows: 50,
  maxFieldErrorRows: 20,
  maxMachineRows: 50,
  /** A queue that has this many entries or more is shown as `10,000+`. */
  countedExactlyUpTo: 10_000,
  /** For how many days the counts of field errors are stored, and for how many they are shown. */
  fieldErrorDays: 92,
  fieldErrorDaysShown: 7,
  /** The most undeliverable emails that one call queues again. */
  maxEmailsRetried: 1_000,
} as const
