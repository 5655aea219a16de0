import { statfs } from 'node:fs/promises'
import { CLASSES } from '#contract/endpoint.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { ping } from '../files/clamd.ts'
import { occasionally } from './occasionally.ts'
import { findWatched, type WatchedRow } from './store.ts'

/** One value at a scrape; without `value` it is not known. */
export type Reading = {
  name: string
  help: string
  labels?: Record<string, string>
  value: number | undefined
}
type Parts = {
  pools: Record<string, Pick<Db, 'connections'>>
  /** The connections with which a scrape reads. */
  db: Pick<Db, 'patient'>
  isClockOff: () => boolean
}

const KEEP_MS = 5_000
const WAIT_MS = 1_500
const STATEMENT_SECONDS = 1
/** No file has this name: whether it is there asks the store and moves nothing. */
const NO_FILE = '0'.repeat(64)

const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value))
const since = (moment: Date | null, now: Date) =>
  moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1_000)

function admissionReadings({ admission, tickets, brownout, now }: Deps): Reading[] {
  const states = admission?.states()
  const counts = admission?.measured().classes
  const byClass = (
    name: string,
    help: string,
    valueOf: (of: (typeof CLASSES)[number]) => number | undefined,
  ) => CLASSES.map((callClass) => ({ name, help, labels: { class: callClass }, value: valueOf(callClass) }))
  return [
    ...byClass('portal_calls_in_flight', 'Calls that hold a slot', (of) => states?.[of].inFlight),
    ...byClass('portal_calls_waiting', 'Calls that wait for a slot', (of) => states?.[of].waiting),
    ...byClass('portal_calls_admitted_total', 'Calls that got a slot', (of) => counts?.[of].admitted),
    ...byClass(
      'portal_calls_shed_total',
      'Calls that admission answered with 503',
      (of) => counts?.[of].shed,
    ),
    {
      name: 'portal_tickets_given_total',
      help: 'Tickets given to submits',
      value: tickets?.givenSinceStart(),
    },
    {
      name: 'portal_tickets_waiting',
      help: 'About how many submits have a ticket and no result yet',
      value: tickets?.measured(now()).waiting,
    },
    {
      name: 'portal_brownout_level',
      help: 'How far the portal reduces its work, 0 to 4',
      value: brownout?.level(),
    },
  ]
}

const poolReadings = (pools: Parts['pools']): Reading[] =>
  Object.entries(pools).flatMap(([pool, db]) => {
    const { max, total, idle, waiting } = db.connections()
    const reading = (name: string, help: string, value: number) => ({ name, help, labels: { pool }, value })
    return [
      reading('portal_database_connections_max', 'Connections that the pool may open', max),
      reading('portal_database_connections', 'Open connections', total),
      reading('portal_database_connections_idle', 'Open connections that no one uses', idle),
      reading('portal_database_waiting', 'Work that waits for a connection', waiting),
    ]
  })

function databaseReadings(row: WatchedRow | undefined, hasScanner: boolean, now: Date): Reading[] {
  const role = row === undefined ? 'away' : row.read_only ? 'standby' : 'primary'
  const emails = (name: string, help: string, awaited?: number, all?: number): Reading[] => [
    { name, help, labels: { queue: 'awaited' }, value: awaited },
    { name, help, labels: { queue: 'all' }, value: all },
  ]
  const age = (moment: Date | null | undefined) => (moment === undefined ? undefined : since(moment, now))
  const closing = (within: string, value: number | undefined) => ({
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
    ...emails('portal_emails_waiting', 'Emails not sent yet, up to 10,000', row?.awaited_emails, row?.emails),
    ...emails(
      'portal_emails_oldest_age_seconds',
      'Age of the oldest of them',
      age(row?.oldest_awaited_email),
      age(row?.oldest_email),
    ),
    { name: 'portal_emails_refused', help: 'Emails that a mail server refused', value: row?.refused_emails },
    { name: 'portal_log_events_waiting', help: 'Events under no signed checkpoint yet', value: row?.events },
    {
      name: 'portal_log_checkpoint_lag_seconds',
      help: 'Age of the oldest event under no signed checkpoint',
      value: age(row?.oldest_event),
    },
    { name: 'portal_log_entries', help: 'Entries of the public log', value: row?.log_size },
    closing('1h', row?.closing_in_hour),
    closing('24h', row?.closing_in_day),
    {
      name: 'portal_documents_unscanned',
      help: 'Documents that wait for the scanner, up to 10,000',
      value: hasScanner ? row?.documents : undefined,
    },
  ]
}

const processReadings = (): Reading[] => {
  const { user, system } = process.cpuUsage()
  return [
    {
      name: 'portal_process_start_time_seconds',
      help: 'When the process started, in seconds since 1970',
      value: performance.timeOrigin / 1_000,
    },
    {
      name: 'portal_process_resident_memory_bytes',
      help: 'Memory of the process',
      value: process.memoryUsage.rss(),
    },
    { name: 'portal_process_cpu_seconds_total', help: 'Processor time', value: (user + system) / 1e6 },
  ]
}

/** Returns a function that reads all values of a scrape. It asks the database and services only now and then. */
export function readings(deps: Deps, { pools, db, isClockOff }: Parts) {
  const { config, files, health, now } = deps
  const { clamdUrl } = config
  const options = { keepMs: KEEP_MS, waitMs: WAIT_MS }
  const database = occasionally(() => findWatched(db.patient(STATEMENT_SECONDS), now()), options)
  const store = occasionally(() => files.store.has(NO_FILE).then(() => true), options)
  const scanner = occasionally(async () => (clamdUrl === undefined ? undefined : ping(clamdUrl)), options)
  const disk = occasionally(() => statfs(files.incoming), options)
  return async (): Promise<Reading[]> => {
    const [row, isStoreThere, isScannerThere, space] = await Promise.all([
      database(),
      store(),
      scanner(),
      disk(),
    ])
    return [
      ...admissionReadings(deps),
      ...poolReadings(pools),
      ...databaseReadings(row, clamdUrl !== undefined, now()),
      { name: 'portal_store_up', help: 'The file store answers', value: flag(isStoreThere ?? false) },
      {
        name: 'portal_scanner_up',
        help: 'The virus scanner answers',
        value: clamdUrl === undefined ? undefined : flag(isScannerThere ?? false),
      },
      {
        name: 'portal_disk_free_bytes',
        help: 'Free space for arriving files',
        value: space && space.bavail * space.bsize,
      },
      { name: 'portal_disk_bytes', help: 'Size of that disk', value: space && space.blocks * space.bsize },
      {
        name: 'portal_clock_off',
        help: '1 while the clock is not the database clock',
        value: flag(isClockOff()),
      },
      {
        name: 'portal_submissions_total',
        help: 'Applications submitted to this process',
        value: health?.meter.submittedSinceStart(),
      },
      ...processReadings(),
    ]
  }
}
