import type { WatchedRow } from './store.ts'

/** One value for the monitoring system, which collects (scrapes) all values at intervals. */
export type Reading = {
  name: string
  help: string
  labels?: Record<string, string>
  /** The value; undefined when it is not known. */
  value: number | undefined
}

/** Seconds since a moment; 0 when there is no such moment. */
const secondsSince = (moment: Date | null, now: Date) =>
  moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1_000)

/**
 * The values that come from the database. Without `row`, the database is unavailable: its role is `away`, and
 * the other values are unknown.
 */
export function databaseReadings(row: WatchedRow | undefined, hasScanner: boolean, now: Date): Reading[] {
  const role = row === undefined ? 'away' : row.read_only ? 'standby' : 'primary'
  // `awaited` counts only emails for which someone waits, such as a login code.
  const emailReadings = (name: string, help: string, awaited?: number, all?: number): Reading[] => [
    { name, help, labels: { queue: 'awaited' }, value: awaited },
    { name, help, labels: { queue: 'all' }, value: all },
  ]
  // `oldest` is undefined when the database is unavailable: then the age is unknown. It is null when nothing
  // waits: then the age is 0.
  const ageSeconds = (oldest: Date | null | undefined) =>
    oldest === undefined ? undefined : secondsSince(oldest, now)
  const closingReading = (within: string, value: number | undefined) => ({
    name: 'portal_jobs_closing',
    help: 'Open jobs that close within this time',
    labels: { within },
    value,
  })
  return [
    ...['primary', 'standby', 'away'].map((name) => ({
      name: 'portal_database_role',
      help: 'What the database is now: 1 for one of the roles',
      labels: { role: name },
      value: Number(role === name),
    })),
    ...emailReadings(
      'portal_emails_waiting',
      'Emails not sent yet, up to 10,000',
      row?.awaited_emails,
      row?.emails,
    ),
    ...emailReadings(
      'portal_emails_oldest_age_seconds',
      'Age of the oldest of them',
      ageSeconds(row?.oldest_awaited_email),
      ageSeconds(row?.oldest_email),
    ),
    { name: 'portal_emails_refused', help: 'Emails that a mail server refused', value: row?.refused_emails },
    { name: 'portal_log_events_waiting', help: 'Events under no signed checkpoint yet', value: row?.events },
    {
      name: 'portal_log_checkpoint_lag_seconds',
      help: 'Age of the oldest event under no signed checkpoint',
      value: ageSeconds(row?.oldest_event),
    },
    { name: 'portal_log_entries', help: 'Entries of the public log', value: row?.log_size },
    closingReading('1h', row?.closing_in_hour),
    closingReading('24h', row?.closing_in_day),
    {
      name: 'portal_documents_unscanned',
      help: 'Documents that wait for the scanner, up to 10,000',
      value: hasScanner ? row?.documents : undefined,
    },
  ]
}
