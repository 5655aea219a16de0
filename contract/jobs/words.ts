// Sentences and choices of the pages about jobs. No schemas are here, because the browser would then load the
// schema library.

/** Sentences of the pages about jobs (S1 §2, §8). */
export const JOB_WORDS = {
  allTypes: 'All Job Types',
  empty: 'No jobs found matching your criteria.',
  expired: 'Expired',
  loadFailed: 'Failed to load job details. Please try again.',
  back: 'Return to Jobs',
  apply: 'Apply Now',
  continue: 'Continue Application',
  view: 'View Application',
  working: 'Processing...',
  invalid: 'Invalid job. Please select a job again and start the application.',
  startFailed: 'Failed to start application. Please try again.',
  alreadySubmitted:
    'You have already submitted an application for this position. You can check its status here.',
} as const

/** The fixed codes of the job types. Their names and ids may change (J4). */
export const JOB_TYPE_CODES = ['internal', 'external', 'huduma', 'by_election'] as const
/** The two job types that always exist. They are shown when the list of types cannot be loaded (S1 §8). */
export const FALLBACK_JOB_TYPES = [
  { id: 1, name: 'Internal', code: 'internal', is_active: true },
  { id: 2, name: 'External', code: 'external', is_active: true },
] as const

/** Whether a job asks for CV and cover letter, requires them, or wants neither (W1). */
export const DOCUMENTS_REQUESTED = ['asked', 'required', 'none'] as const

/** The categories of jobs on the home page (S1 §1, J6). */
export const CATEGORIES = ['ICT', 'Voter Registration', 'Communication', 'Finance'] as const

export const SORTS = { closing: 'Closing soonest', newest: 'Newest first', posts: 'Most posts' } as const
export type Sort = keyof typeof SORTS

/** Shown for a deadline that two officers moved. */
export const movedWords = (reason: string) => `The deadline was moved. ${reason}`
