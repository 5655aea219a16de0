/** Limits of the reports for officers. */
export const REPORTS = {
  /** Sums of people below this are hidden. */
  least: 5,
  /**
   * Gender and disability are summed over whole blocks of this many applications, in order of arrival: no
   * single one can be identified.
   */
  block: 20,
  hours: 48,
  days: 92,
  /** The open page reloads its data this often. */
  refreshMs: 30_000,
  /**
   * How long one response is cached for all officers; longer for slow queries whose results change slowly.
   */
  keptMs: 5_000,
  keptLongMs: 60_000,
  /** Rows of a table. */
  jobs: 50,
  faults: 20,
  /** Counting stops here. */
  most: 10_000,
  /**
   * Validation statistics: how often they are written, how many different ones are held until then, and how
   * long they are stored.
   */
  faultsEveryMs: 10_000,
  faultsHeld: 1_000,
  faultDays: 92,
  faultsShownDays: 7,
  /** Undeliverable emails that are sent again at a time. */
  retried: 1_000,
} as const
