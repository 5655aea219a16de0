/** Limits of files of applications, and of published lists with references or names. */
export const EXPORTS = {
  /** Rows read at once: bounds the memory of one file. */
  pageRows: 2_000,
  /** Files generated at once. */
  atOnce: 4,
  /**
   * How long a request for identities waits for its second person, and how long the file can be downloaded
   * after that.
   */
  waitDays: 7,
  downloadHours: 24,
  maxReason: 500,
  requestsShown: 50,
  noticeLines: 5_000,
} as const
