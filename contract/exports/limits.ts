/** Limits of exported files, of requests for such files, and of published lists. */
export const EXPORTS = {
  /** Rows that are read from the database at a time, which limits the memory for one file. */
  pageRows: 2_000,
  /** The number of files that are generated at the same time. */
  atOnce: 4,
  /** How long a request waits for a second officer, and for how long an approved file can be downloaded. */
  waitDays: 7,
  downloadHours: 24,
  /** The most characters of the reason for a request. */
  maxReason: 500,
  requestsShown: 50,
  publishedListLines: 5_000,
} as const
