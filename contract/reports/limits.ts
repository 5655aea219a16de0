/** Limits of the reports for officers. */
export const REPORTS = {
  /** A number of people below this is hidden, because it could identify someone. */
  least: 5,
  /**
   * Gender and disability are counted in whole blocks of this many applications, in the order in which they
   * arrive. So the difference between two reports never identifies one person.
   */
  block: 20,
  hours: 48,
  days: 92,
  /** How often an open page loads its data again. */
  refreshMs: 30_000,
  /** How long a response is cached for all officers. The longer time is for slow queries. */
  keptMs: 5_000,
  keptLongMs: 60_000,
  /** The most rows of a table. */
  jobs: 50,
  faults: 20,
  /** Larger numbers are not counted exactly. */
  most: 10_000,
  /**
   * Field errors are counted in memory, at most `faultsHeld` different ones, and written every
   * `faultsEveryMs`. They are stored for `faultDays`.
   */
  faultsEveryMs: 10_000,
  faultsHeld: 1_000,
  faultDays: 92,
  faultsShownDays: 7,
  /** Undeliverable emails that are sent again at a time. */
  retried: 1_000,
} as const
