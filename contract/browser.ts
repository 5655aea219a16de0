/** S1 §9: the height limit of searchable lists. */
export const DROPDOWN_MAX_HEIGHT = '15rem'

/** S1 §9: how long a script chunk may take before the page offers a plain link (N6). */
export const CHUNK_TIMEOUT_MS = 120_000

/** Local storage keys (S1 §4). */
export const STORED = {
  token: 'token',
  jobId: 'selectedJobId',
  jobTitle: 'selectedJobTitle',
  assistantSeen: 'assistantPopupSeen',
} as const
