/** Files of applications, and notices with references or names. */
export const EXPORTS = {
  /** Rows read at a time: what a file costs in memory. */
  pageRows: 2_000,
  /** Files written at once. */
  atOnce: 4,
  /** How long a request for identities waits for its second person, and how long the file can be had after that. */
  waitDays: 7,
  downloadHours: 24,
  maxReason: 500,
  requestsShown: 50,
  noticeLines: 5_000,
} as const
