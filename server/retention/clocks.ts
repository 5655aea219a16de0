/**
 * A clock says how long data is stored. The sweep of the same name then deletes this data. Each clock lists
 * the tables and columns (`table.column`) that its sweep deletes. The words before a list are those of
 * docs/data.md in its column "Kept". A test compares both, so every column has an end.
 * `server/housekeeping.ts` runs all sweeps.
 */
type Clock = Readonly<Record<string, readonly string[]>>

/** The tables of which docs/data.md says that they are kept "As the application". */
const OF_APPLICATION = [
  'job_applications',
  'submissions',
  'superseded_submissions',
  'withdrawals',
  'ticket_uses',
  'application_facts',
  'application_words',
  'facts_waiting',
  'application_reads',
  'application_marks',
  'application_notes',
  'decision_entries',
  'decision_sum_groups',
  'selection_people',
  'selection_results',
  'selection_changes',
  'selection_checks',
] as const

export const CLOCKS = {
  sessions: { 'Until logout, or the end of the hour': ['sessions'] },
  staffSessions: { 'Until it ends, at most 12 hours, and 10 minutes more': ['staff_sessions'] },
  deadTokens: { '3 hours beyond the hour of the session': ['dead_tokens'] },
  tickets: {
    '20 hours; of a process whose tickets were used, as long as the log': ['ticket_nodes', 'ticket_minutes'],
    '20 hours, and until those that were used have their proof': ['ticket_nodes', 'ticket_minutes'],
  },
  attempts: {
    'One day': ['login_failures'],
    '30 days': ['failed_logins'],
    'One day after it expired': ['reset_codes'],
    '24 hours': ['password_resets'],
    'One day, or seven days after the change': ['email_changes'],
    'Until its window ends, a day at most': ['counters'],
    '20 minutes': ['captcha_used'],
    'As the account; 7 days when never verified': ['users'],
  },
  subscribers: {
    'As the address': ['newsletter_subscribers'],
    'Not confirmed: 7 days; stopped: 30 days; else until stopped': ['newsletter_subscribers'],
  },
  invitations: { 'Until used or replaced; else 30 days after it expired': ['staff_invitations'] },
  emails: { 'Until delivered; 30 days if no server accepted it': ['outbox'] },
  statistics: { '92 days': ['validation_statistics'] },
  nodes: { 'A day after the process was last seen': ['nodes'] },
  minutes: { '30 days; for good where the public log holds the minute': ['health_minutes'] },
  evidence: { '30 days after the decision': ['corrections'] },
  exportedIds: {
    'Never downloaded: until its time is over; else as long as the log': ['export_requests.application_ids'],
  },
  drafts: {
    'As the application': OF_APPLICATION,
    'As the draft, the last 50': ['draft_copies'],
    'Until removed, else as the application': ['application_documents'],
  },
  applications: {
    'As the application': OF_APPLICATION,
    'Until removed, else as the application': ['application_documents'],
    'Until the correction is given up, else as the application': ['version_documents'],
  },
  notifications: { '1,095 days': ['notifications'] },
  usedAccounts: { 'Until the account is deleted, or its owner logs in': ['unused_accounts'] },
  /** This sweep deletes nothing: it sends the warning emails before the sweep `accounts` deletes accounts. */
  unusedAccounts: {},
  accounts: {
    'As the account': ['users', 'name_corrections', 'corrections'],
    'As the account; at most 10': ['users.network_marks'],
  },
  /** Files that no database row names. This sweep runs last, to find also the files of rows just deleted. */
  files: {},
} as const satisfies Record<string, Clock>

export type ClockName = keyof typeof CLOCKS
