/** The numbers of the job list and of the page of a job. */
export const JOBS = {
  /** The number of job cards on a page, on the home page and in the list (S1 §9). */
  pageSize: 6,
  maxPageSize: 50,
  /** The most characters of a description on a job card; an ellipsis replaces the rest (S1 §9, J12). */
  previewLength: 100,
  /** How long the spinner is shown after a filter was changed (S1 §9). */
  filterSpinnerMs: 500,
  /** The most jobs in a list that has no pages (J2). */
  maxUnpaged: 1_000,
  /** The most changes of a job that its page lists. */
  changesShown: 20,
  /** The most jobs that one query finds, on all its pages together. */
  maxFound: 10_000,
  /** A deadline is shown as near when it is at most this many days away. */
  soonDays: 2,
} as const

/** How long browsers cache the list of job types (S1 §9). */
export const JOB_TYPES_CACHE_MS = 300_000

/** The key in session storage under which a tab stores the job list that it showed last. */
export const SEEN_LIST = 'list'
