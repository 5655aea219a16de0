/** The largest height of a searchable list (S1 §9). */
export const DROPDOWN_MAX_HEIGHT = '15rem'

/** How long a script may take to load before the page offers a plain link (S1 §9, N6). */
export const CHUNK_TIMEOUT_MS = 120_000

/** The keys under which a browser stores values in local storage (S1 §4). */
export const STORED = {
  token: 'token',
  jobId: 'selectedJobId',
  jobTitle: 'selectedJobTitle',
  assistantSeen: 'assistantPopupSeen',
} as const
