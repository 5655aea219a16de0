import { cpus, totalmem } from 'node:os'
import { HASHING } from '../server/hasher.ts'
import { fillWithAccounts, PASSWORD, logins } from './accounts.ts'
import { auditLog } from './audit-log.ts'
import { backup } from './backup.ts'
import { verifyBare } from './bare-argon2.ts'
import { startBareServer } from './bare-server.ts'
import { bytes } from './bytes.ts'
import { fillWithJobs, jobs } from './jobs.ts'
import { lastHourCalm } from './last-hour/calm.ts'
import { forgedTickets } from './last-hour/forged-tickets.ts'
import { lastHour, lastHourDeadline, lastHourOthers, lastHourStorm } from './last-hour/last-hour.ts'
import { lineWait } from './last-hour/line-wait.ts'
import { oneNetwork } from './last-hour/one-network.ts'
import { pressedInTime } from './last-hour/pressed-in-time.ts'
import { submitCapacity } from './last-hour/submit-capacity.ts'
import { waitingLine } from './last-hour/waiting-line.ts'
import { type Portal, startPortal } from './portal.ts'
import { decisions } from './decisions.ts'
import { exports } from './exports.ts'
import { programOf } from './program.ts'
import { million } from './million.ts'
import { nonsense } from './nonsense.ts'
import { officers } from './officers.ts'
import { compare, ROUNDS, SECONDS } from './rounds.ts'
import { selection } from './selection.ts'
import { selectionBeside } from './selection-beside.ts'
import { slowCallers } from './slow-callers.ts'
import { submissions } from './submissions.ts'
import { type TableRow, meetsGoal, table } from './table.ts'
import { uploads } from './uploads.ts'
import { inTurn, load } from './wrk.ts'

// Measures the portal against the fastest that the same machine can do: `npm run bench [-- NAME ...]`. Prints
// a table with the goals.

const perSecond = async (...loadArguments: Parameters<typeof load>) =>
  (await load(...loadArguments)).perSecond

async function cachedPage(portal: Portal): Promise<TableRow> {
  const page = `${portal.url}/jobs`
  await (await fetch(page)).text()
  const bare = await startBareServer(page)
  try {
    // 64 connections are enough to keep the portal's core busy.
    const loadOptions = { connections: 64, seconds: SECONDS, headers: { 'accept-encoding': 'br' } }
    const measured = await compare(
      ROUNDS,
      () => perSecond({ url: bare.url, ...loadOptions }),
      () => perSecond({ url: page, ...loadOptions }),
    )
    return { what: 'Cached page /jobs', against: 'bare node:http, the same bytes', goal: 0.8, ...measured }
  } finally {
    bare.stop()
  }
}

/**
 * Search pages for free text are never cached, because anyone could fill the memory with them. So the portal
 * renders each of them.
 */
async function uncachedPage(portal: Portal): Promise<TableRow> {
  const script = inTurn(
    Array.from({ length: 40 }, (_, index) => ({ path: `/jobs?search=officer&page=${index + 1}` })),
  )
  const measured = await compare(
    ROUNDS,
    () =>
      perSecond({
        url: `${portal.url}/jobs`,
        connections: 16,
        seconds: SECONDS,
        headers: { 'accept-encoding': 'br' },
      }),
    () => perSecond({ url: portal.url, connections: 16, seconds: SECONDS, script }),
  )
  return {
    what: 'Page /jobs?search=…, rendered each time',
    against: 'the same page from the cache',
    ...measured,
  }
}

async function login(portal: Portal): Promise<TableRow> {
  const hash = await fillWithAccounts(portal)
  const script = inTurn(logins)
  const measured = await compare(
    ROUNDS,
    () => verifyBare(HASHING.threads, { hash, password: PASSWORD, seconds: SECONDS }),
    () => perSecond({ url: portal.url, connections: 16, seconds: SECONDS, script }),
  )
  return { what: 'Logins', against: `bare argon2id in ${HASHING.threads} threads`, goal: 0.8, ...measured }
}

/** The measures that share one portal, by their names on the command line. */
const MEASURES: Record<string, (portal: Portal) => Promise<TableRow | TableRow[]>> = {
  cachedPage,
  uncachedPage,
  jobs,
  logIn: login,
  submissions,
  million,
  officers,
  uploads,
  slowCallers,
  nonsense,
  decisions,
  exports,
  auditLog,
  selectionBeside,
}
// Measures that fill gigabytes of disk, so they run only when named: `npm run bench -- million`.
const LARGE = ['million', 'officers', 'decisions', 'exports', 'auditLog', 'selectionBeside']
// Measures that start their own portal, and run only when named.
const OWN_PORTAL: Record<string, () => Promise<TableRow[]>> = {
  lastHour,
  lastHourStorm,
  lastHourOthers,
  lastHourDeadline,
  lastHourCalm,
  pressedInTime,
  forgedTickets,
  oneNetwork,
  lineWait,
  waitingLine,
  submitCapacity,
}
// Measures that need no program that makes load.
const ALONE: Record<string, () => Promise<boolean>> = { backup, bytes, selection }
/** The names on the command line. Without names, run all measures that share a portal and are not large. */
const named = process.argv.slice(2)
const isChosen = (name: string) => (named.length === 0 ? !LARGE.includes(name) : named.includes(name))
const measures = Object.entries(MEASURES)
  .filter(([name]) => isChosen(name))
  .map(([, measure]) => measure)

const ownPortalMeasures = named.flatMap((name) => OWN_PORTAL[name] ?? [])

/** Runs the measures that share one portal, one after the other. */
async function runShared(): Promise<TableRow[]> {
  const lines: TableRow[] = []
  if (measures.length === 0) return lines
  const portal = await startPortal()
  const stop = () => void portal.stop().then(() => process.exit(1))
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    await fillWithJobs(portal)
    for (const measure of measures) {
      const measured = [await measure(portal)].flat()
      for (const { what, ratio } of measured) console.error(`${what}: ${ratio.toFixed(2)}`)
      lines.push(...measured)
    }
    return lines
  } finally {
    await portal.stop()
  }
}

/** Runs all chosen measures and prints the table of results. Returns whether every goal is met. */
async function bench(): Promise<boolean> {
  for (const name of ['wrk', 'pgbench']) programOf(name)
  const lines = await runShared()
  for (const measure of ownPortalMeasures) lines.push(...(await measure()))
  const [cpu] = cpus()
  console.log(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} x ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
  )
  console.log(
    `Medians of ${ROUNDS} rounds, ${SECONDS} s each side; load and portal share the machine.\n\n${table(lines)}`,
  )
  return lines.every(meetsGoal)
}

try {
  // A measure that needs no load programs runs only if it is the only name on the command line.
  const measureAlone = ALONE[named.join()] ?? bench
  const allReached = await measureAlone()
  process.exitCode = allReached ? 0 : 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
