import { statfs } from 'node:fs/promises'
import { CLASSES } from '#contract/endpoint.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { ping } from '../files/clamd.ts'
import { occasionally } from './occasionally.ts'
import { databaseReadings, type Reading } from './database-readings.ts'
import { findWatched } from './store.ts'
import type { watchAdmission } from './watch-admission.ts'

export type ReadingSources = {
  pools: Record<string, Pick<Db, 'connections'>>
  /** The database connections that are used to read the metrics. */
  db: Pick<Db, 'patient'>
  /** How many requests wait for a slot and how many hold one, by class. */
  calls: ReturnType<typeof watchAdmission> | undefined
  isClockOff: () => boolean
}

const KEEP_MS = 5_000
// A reading waits less than the shortest time limit of a monitoring system. Otherwise a database that gives
// no answer would hide the other values.
const WAIT_MS = 700
const STATEMENT_SECONDS = 1
/** No stored file has this name. Asking whether it exists tests the file store, and transfers nothing. */
const NO_FILE = '0'.repeat(64)

/** 1 for true, 0 for false, and undefined when not known. */
const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value))

/** `calls` has how many calls wait or hold a slot now. Counts since the start come from admission itself. */
function admissionReadings(
  { admission, tickets, brownout, now }: Deps,
  calls: ReadingSources['calls'],
): Reading[] {
  const counts = admission?.measured().classes
  const byClass = (
    name: string,
    help: string,
    valueOf: (callClass: (typeof CLASSES)[number]) => number | undefined,
  ) => CLASSES.map((callClass) => ({ name, help, labels: { class: callClass }, value: valueOf(callClass) }))
  return [
    ...byClass('portal_calls_in_flight', 'Calls that hold a slot', (name) => calls?.[name].inFlight),
    ...byClass('portal_calls_waiting', 'Calls that wait for a slot', (name) => calls?.[name].waiting),
    ...byClass('portal_calls_admitted_total', 'Calls that got a slot', (name) => counts?.[name].admitted),
    ...byClass(
      'portal_calls_shed_total',
      'Calls that admission answered with 503',
      (name) => counts?.[name].shed,
    ),
    {
      name: 'portal_tickets_given_total',
      help: 'Tickets given to submits',
      value: tickets?.issuedSinceStart(),
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

const poolReadings = (pools: ReadingSources['pools']): Reading[] =>
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

/**
 * Returns a function that reads all values for the monitoring system. It queries the database and services at
 * most once in `KEEP_MS`.
 */
export function readings(deps: Deps, { pools, db, calls, isClockOff }: ReadingSources) {
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
      ...admissionReadings(deps, calls),
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
