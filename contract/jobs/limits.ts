/** The numbers of the job list and of the page of a job. */
export const JOBS = {
  /** Job cards per page, on the home page and in the list (S1 §9). */
  pageSize: 6,
  maxPageSize: 50,
  /** Characters of the description on a job card; the rest becomes an ellipsis (S1 §9, J12). */
  previewLength: 100,
  /** How long the spinner is shown when a filter changes (S1 §9). */
  filterSpinnerMs: 500,
  /** The most jobs in a list without pages (J2). */
  maxList: 1_000,
  /** Changes of a job that its page lists. */
  changesShown: 20,
  /** The most jobs that one query can page through. */
  maxListed: 10_000,
  /** A deadline at most this many days away is shown as near. */
  soonDays: 2,
} as const

/** How long browsers cache the job types (S1 §9). */
export const JOB_TYPES_CACHE_MS = 300_000

/** The key in session storage for the job list that a tab showed last. */
export const SEEN_LIST = 'list'
