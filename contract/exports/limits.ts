/** Limits of files of applications, and of published lists with references or names. */
export const EXPORTS = {
  /** Rows read from the database at a time, which limits the memory for one file. */
  pageRows: 2_000,
  /** Files generated at once. */
  atOnce: 4,
  /** How long a request waits for its second person, and how long an approved file can be downloaded. */
  waitDays: 7,
  downloadHours: 24,
  maxReason: 500,
  requestsShown: 50,
  publishedListLines: 5_000,
} as const
