import { cpus, totalmem } from 'node:os'
import { HASHING } from '../server/hasher.ts'
import { fillWithAccounts, PASSWORD, signIns } from './accounts.ts'
import { verifyBare } from './bare-argon2.ts'
import { startBareServer } from './bare-server.ts'
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
import { slowCallers } from './slow-callers.ts'
import { submissions } from './submissions.ts'
import { type Line, met, table } from './table.ts'
import { uploads } from './uploads.ts'
import { inTurn, load } from './wrk.ts'

const perSecond = async (...of: Parameters<typeof load>) => (await load(...of)).perSecond

async function cachedPage(portal: Portal): Promise<Line> {
  const page = `${portal.url}/jobs`
  await (await fetch(page)).text()
  const bare = await startBareServer(page)
  try {
    const with64 = { connections: 64, seconds: SECONDS, headers: { 'accept-encoding': 'br' } }
    const measured = await compare(
      ROUNDS,
      () => perSecond({ url: bare.url, ...with64 }),
      () => perSecond({ url: page, ...with64 }),
    )
    return { what: 'Cached page /jobs', against: 'bare node:http, the same bytes', goal: 0.8, ...measured }
  } finally {
    bare.stop()
  }
}

/**
 * Free text is never kept under a key (it would let anybody fill the memory), so that each of these is
 * rendered.
 */
async function uncachedPage(portal: Portal): Promise<Line> {
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

async function signIn(portal: Portal): Promise<Line> {
  const hash = await fillWithAccounts(portal)
  const script = inTurn(signIns)
  const measured = await compare(
    ROUNDS,
    () => verifyBare(HASHING.threads, { hash, password: PASSWORD, seconds: SECONDS }),
    () => perSecond({ url: portal.url, connections: 16, seconds: SECONDS, script }),
  )
  return { what: 'Sign-ins', against: `bare argon2id in ${HASHING.threads} threads`, goal: 0.8, ...measured }
}

const MEASURES: Record<string, (portal: Portal) => Promise<Line | Line[]>> = {
  cachedPage,
  uncachedPage,
  jobs,
  signIn,
  submissions,
  million,
  officers,
  uploads,
  slowCallers,
  nonsense,
  decisions,
  exports,
}
// These fill gigabytes, so they are run when they are named: `npm run bench -- million`.
const LARGE = ['million', 'officers', 'decisions', 'exports']
// These start a portal in their own way.
const ALONE: Record<string, () => Promise<Line[]>> = {
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
const named = process.argv.slice(2)
const measures = Object.entries(MEASURES).flatMap(([name, measure]) =>
  (named.length === 0 ? !LARGE.includes(name) : named.includes(name)) ? [measure] : [],
)

const alone = named.flatMap((name) => ALONE[name] ?? [])

/** The measures that share a portal, one after the other. */
async function together(): Promise<Line[]> {
  const lines: Line[] = []
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

/** One run of everything. True when every goal is met. */
async function bench(): Promise<boolean> {
  for (const name of ['wrk', 'pgbench']) programOf(name)
  const lines = await together()
  for (const measure of alone) lines.push(...(await measure()))
  const [cpu] = cpus()
  console.log(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} x ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
  )
  console.log(
    `Medians of ${ROUNDS} rounds, ${SECONDS} s each side; load and portal share the machine.\n\n${table(lines)}`,
  )
  return lines.every(met)
}

try {
  process.exitCode = (await bench()) ? 0 : 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
