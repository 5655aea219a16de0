/**
 * How many items of each kind the officers' start page shows. A closed job stays on it for `days`, a returned
 * item for `returnedDays`. Counting stops at `mostEmails`, `mostCorrections` and `mostUnread` applications.
 */
export const START = {
  jobs: 12,
  counties: 10,
  waiting: 20,
  shares: 10,
  alarms: 3,
  days: 90,
  returnedDays: 14,
  mostEmails: 10_000,
  mostCorrections: 1_000,
  mostUnread: 50_000,
} as const
