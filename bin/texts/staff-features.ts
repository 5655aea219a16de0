/**
 * The features that only officers use: their pages stay English. To translate a feature, remove it here, run
 * `npm run texts`, and fill its catalogue. Its pages must also pass the server's sentences to `translate`.
 */
export const STAFF_FEATURES = [
  'audit-log',
  'decisions',
  'exports',
  'last-hour',
  'messages',
  'outbox',
  'reference-data',
  'reports',
  'retention',
  'review',
  'selection-rules',
  'shares',
  'staff',
  'staff-jobs',
  'selection-ceremony',
  'selection-checks',
  'staff-ui',
  'start',
  'support',
  'viewer',
]

/** Whether a file of web/ is part of the officers' pages. */
export const isForOfficers = (path: string) =>
  STAFF_FEATURES.includes(/^(?:.*\/)?web\/([^/]+)\//.exec(path)?.[1] ?? '')
