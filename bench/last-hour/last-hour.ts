import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, sql, type Db } from '../../server/database/connect.ts'
import { COUNT as ACCOUNTS, fillWithAccounts, PASSWORD } from '../accounts.ts'
import { fillWithApplications } from '../applications.ts'
import { fillWithJobs } from '../jobs.ts'
import { type Portal, startPortal } from '../portal.ts'
import { settle } from '../settle.ts'
import type { Line } from '../table.ts'
import { KINDS, type Kind, MIX, type World } from './calls.ts'
import { digestOfSubmit } from './digest.ts'
import { generate } from './generate.ts'
import type { Report } from './generator.ts'
import { stopDatabase } from './stop-database.ts'

type Form = {
  people: number
  /** The storm, how long a submit is tried again after it, and how long after that calm is measured again. */
  stormS: number
  patienceS: number
  restS: number
  /** The storm across a deadline: its length, when the deadline is, when the database stops and for how long. */
  across: { stormS: number; patienceS: number; closesAfterS: number; stopAfterS: number; stoppedS: number }
}
// The whole form is for the record: `LAST_HOUR=full npm run bench -- lastHour`.
const FORMS: Record<string, Form> = {
  smoke: {
    people: 20_000,
    stormS: 10,
    patienceS: 60,
    restS: 5,
    across: { stormS: 15, patienceS: 60, closesAfterS: 8, stopAfterS: 4, stoppedS: 8 },
  },
  short: {
    people: 80_000,
    stormS: 60,
    patienceS: 300,
    restS: 60,
    across: { stormS: 60, patienceS: 300, closesAfterS: 30, stopAfterS: 15, stoppedS: 30 },
  },
  full: {
    people: 700_000,
    stormS: 600,
    patienceS: 1_800,
    restS: 60,
    across: { stormS: 300, patienceS: 1_800, closesAfterS: 60, stopAfterS: 15, stoppedS: 90 },
  },
}
const FORM = FORMS[process.env.LAST_HOUR ?? 'short'] ?? (FORMS['short'] as Form)
const TIMES = 10

const at = (sorted: number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
/** A line of the table: no more than `allowed`. */
const atMost = (what: string, against: string, allowed: number, measured: number): Line => {
  const ratio = allowed / Math.max(measured, 1e-9)
  return { what, against, goal: 1, limit: allowed, product: measured, ratio, lowest: ratio, highest: ratio }
}
/** No less than `asked`. */
const atLeast = (what: string, against: string, asked: number, measured: number): Line => {
  const ratio = measured / asked
  return { what, against, goal: 1, limit: asked, product: measured, ratio, lowest: ratio, highest: ratio }
}

/** What the process has in memory, in megabytes, at its most while `work` runs, beyond what it had before. */
async function growth<T>(portal: Portal, work: () => Promise<T>): Promise<{ result: T; grewMb: number }> {
  const pid = readFileSync(join(portal.dataDir, 'portal.pid'), 'utf8')
  const megabytes = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  const before = megabytes()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, megabytes())), 250)
  const result = await work().finally(() => clearInterval(timer))
  return { result, grewMb: most - before }
}

const told = (name: string, report: Report) => {
  const { lag, submits } = report
  const ended = submits.filter(({ reference }) => reference)
  console.error(`${name}: lag p50 ${lag.p50.toFixed(1)} p99 ${lag.p99.toFixed(1)} most ${lag.most.toFixed(0)} ms; ${report.retries} retries beside the load`)
  console.error(
    `  ${Object.entries(report.statuses)
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([what, count]) => `${what}: ${count}`)
      .join(', ')}`,
  )
  console.error(`  submits: ${submits.length}, with a reference ${ended.length}, ticketed ${submits.filter(({ ticketed }) => ticketed).length}`)
  const firsts = submits.map(({ firstMs }) => firstMs).sort((left, right) => left - right)
  console.error(
    `  first answer of a submit: p50 ${at(firsts, 0.5).toFixed(0)} p99 ${at(firsts, 0.99).toFixed(0)} p99.9 ${at(firsts, 0.999).toFixed(0)} most ${at(firsts, 1).toFixed(0)} ms`,
  )
  console.error(
    `  let in: p50 ${at(report.admittedMs, 0.5).toFixed(0)} p99 ${at(report.admittedMs, 0.99).toFixed(0)} ms; shed: p50 ${at(report.shedMs, 0.5).toFixed(0)} p99 ${at(report.shedMs, 0.99).toFixed(0)} ms`,
  )
}

/** Seconds of work that the answers of first tries were worth, a second; 1 is what the portal can do in calm. */
const goodput = (report: Report, cost: Record<Kind, number>) =>
  KINDS.reduce((sum, kind) => sum + (kind === 'submit' ? report.submits.filter(({ reference }) => reference).length : report.answered[kind]) * cost[kind], 0) /
  report.seconds

/** Who pressed Submit in time is in: ten times what the portal can do, and the same across a deadline with the database stopped. */
export async function lastHour(): Promise<Line[]> {
  const portal = await startPortal({ core: 0 })
  const db = connect(portal.databaseUrl)
  try {
    await fillWithJobs(portal)
    await fillWithAccounts(portal)
    const filled = await fillWithApplications(db.patient(120), { people: FORM.people, each: 2 })
    await settle(portal)
    const world: World = { url: portal.url, filled, accounts: ACCOUNTS, password: PASSWORD, digest: await digestOfSubmit(filled) }
    return [...(await underStorm(portal, world)), ...(await acrossDeadline(portal, world, db))]
  } finally {
    await db.close()
    await portal.stop()
  }
}

let next = 0
const capacityOf = async (world: World, mix: Partial<Record<Kind, number>>, seconds: number, connections = 16) => {
  const found = await generate({ is: 'capacity', world, mix, connections, seconds, from: next })
  next = found.next
  return found
}

let perSecond = 0

async function underStorm(portal: Portal, world: World): Promise<Line[]> {
  await capacityOf(world, MIX, 5)
  const cost = {} as Record<Kind, number>
  for (const kind of KINDS) cost[kind] = 1 / (await capacityOf(world, { [kind]: 1 }, 4)).perSecond
  console.error(`In calm, one at a time: ${KINDS.map((kind) => `${kind} ${(1 / cost[kind]).toFixed(0)}/s`).join(', ')}`)
  const { perSecond: capacity, p99 } = await capacityOf(world, MIX, 10)
  const calm = await capacityOf(world, MIX, 5, 2)
  perSecond = TIMES * capacity
  console.error(`The mix: ${capacity.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms`)
  const { result: report, grewMb } = await growth(portal, () =>
    generate({ is: 'storm', world, mix: MIX, perSecond, seconds: FORM.stormS, leave: 0.2, from: next, patienceS: FORM.patienceS }),
  )
  next += report.offered.submit
  told(`${TIMES} times ${capacity.toFixed(0)}/s for ${FORM.stormS} s`, report)
  await wait(FORM.restS * 1_000)
  const after = await capacityOf(world, MIX, 5, 2)
  const heard = report.submits.filter(({ reference, ticketed }) => reference || ticketed)
  const firsts = heard.map(({ firstMs }) => firstMs).sort((left, right) => left - right)
  const answered = report.submits.length
  const storm = `${TIMES} times ${capacity.toFixed(0)}/s for ${FORM.stormS} s, at the client`
  return [
    atLeast('Submits with a result or a ticket at their first answer, of 1,000', storm, 999, (1_000 * heard.length) / answered),
    atMost('Milliseconds until then, 999 of 1,000', storm, 100, at(firsts, 0.999)),
    atMost('Milliseconds until then, the last', storm, 1_000, at(firsts, 1)),
    atLeast('Submits that end with a reference, of 1,000', storm, 1_000, (1_000 * report.submits.filter(({ reference }) => reference).length) / answered),
    atLeast('Goodput, weighted by cost in calm', storm, 0.8, goodput(report, cost)),
    atMost('Milliseconds of those let in, p99', storm, 2_000, at(report.admittedMs, 0.99)),
    atMost('Milliseconds of those shed, p99', storm, 100, at(report.shedMs, 0.99)),
    atMost('Clients that gave up waiting, and one', storm, 1, 1 + Object.values(report.timedOut).reduce((sum, count) => sum + count, 0)),
    atMost('Megabytes the process grew by', storm, 150, grewMb),
    atMost('p50 a minute later, against before', storm, 1.2, after.p50 / calm.p50),
    atMost('p95 a minute later, against before', storm, 1.5, after.p95 / calm.p95),
  ]
}

async function acrossDeadline(portal: Portal, world: World, db: Db): Promise<Line[]> {
  const closes = new Date(Date.now() + FORM.across.closesAfterS * 1_000)
  await db.run(sql`update jobs set expiry_date = ${closes} where id = ${world.filled.firstJob}`)
  const storming = generate({ is: 'storm', world, mix: MIX, perSecond, seconds: FORM.across.stormS, leave: 0.2, from: next, patienceS: FORM.across.patienceS })
  await wait(FORM.across.stopAfterS * 1_000)
  const goOn = stopDatabase(portal)
  await wait(FORM.across.stoppedS * 1_000)
  goOn()
  const report = await storming
  next += report.offered.submit
  told('Across a deadline, the database stopped', report)
  // What was on its way when the clock struck may count either way.
  const inTime = report.submits.filter(({ pressedAt }) => pressedAt < closes.getTime() - 1_000)
  const late = report.submits.filter(({ pressedAt }) => pressedAt > closes.getTime() + 1_000)
  const against = `${inTime.length} in time, ${late.length} late; database stopped for ${FORM.across.stoppedS} s`
  return [
    atMost('In time and without a reference, and one', against, 1, 1 + inTime.filter(({ reference }) => !reference).length),
    atMost('Late and with a reference, and one', against, 1, 1 + late.filter(({ reference }) => reference).length),
  ]
}
