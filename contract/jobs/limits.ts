export const JOBS = {
  /** S1 §9: cards per page, on the home page and in the list. */
  pageSize: 6,
  maxPageSize: 50,
  /** S1 §9: code points of the description on a card, before the ellipsis (J12). */
  previewLength: 100,
  /** S1 §9: duration of the filtering spinner. */
  filterSpinnerMs: 500,
  /** J2: the most jobs in the list without paging. */
  maxList: 1_000,
  /** Changes of a job that its page lists. */
  changes: 20,
  /** The most jobs that one query can page through. */
  maxListed: 10_000,
  /** A deadline at most this many days away is shown as near. */
  soonDays: 2,
} as const

/** S1 §9: clients cache job types for five minutes. */
export const JOB_TYPES_CACHE_MS = 300_000

/** The storage key of the job list that a tab showed last. */
export const SEEN_LIST = 'list'
