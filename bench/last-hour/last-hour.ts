import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Db, sql } from '../../server/database/connect.ts'
import type { Portal } from '../portal.ts'
import type { Line } from '../table.ts'
import { KINDS, type Kind, MIX, type World } from './calls.ts'
import { generate } from './generate.ts'
import type { Report, Task } from './generator.ts'
import { ascending, at, atLeast, atMost, megabytesOf, none, told } from './goals.ts'
import { stopDatabase } from './stop-database.ts'
import type { Timed } from './stopwatch.ts'
import { formOf, inWorld, type Opened } from './world.ts'

const FORM = formOf({
  smoke: {
    people: { storm: 10_000, others: 5_000, across: 10_000 },
    stormS: 10,
    patienceS: 60,
    restS: 5,
    across: { stormS: 15, patienceS: 60, closesAfterS: 8, stopAfterS: 4, stoppedS: 8 },
  },
  short: {
    people: { storm: 40_000, others: 20_000, across: 40_000 },
    stormS: 60,
    patienceS: 300,
    restS: 60,
    across: { stormS: 60, patienceS: 300, closesAfterS: 30, stopAfterS: 15, stoppedS: 30 },
  },
  full: {
    people: { storm: 250_000, others: 30_000, across: 130_000 },
    stormS: 600,
    patienceS: 1_800,
    restS: 60,
    across: { stormS: 300, patienceS: 1_800, closesAfterS: 60, stopAfterS: 15, stoppedS: 90 },
  },
})
const TIMES = 10

/** What the process has in memory, in megabytes, at its most while `work` runs, beyond what it had before. */
async function growth<T>(portal: Portal, work: () => Promise<T>): Promise<{ result: T; grewMb: number }> {
  const before = megabytesOf(portal)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, megabytesOf(portal))), 250)
  const result = await work().finally(() => clearInterval(timer))
  return { result, grewMb: most - before }
}

const describe = (name: string, report: Report) => {
  const { lag, submits } = report
  const ended = submits.filter(({ reference }) => reference)
  console.error(
    `${name}: lag p50 ${lag.p50.toFixed(1)} p99 ${lag.p99.toFixed(1)} most ${lag.most.toFixed(0)} ms; ${report.retries} retries beside the load`,
  )
  console.error(
    `  ${Object.entries(report.statuses)
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([what, count]) => `${what}: ${count}`)
      .join(', ')}`,
  )
  console.error(
    `  submits: ${submits.length}, with a reference ${ended.length}, ticketed ${submits.filter(({ ticketed }) => ticketed).length}`,
  )
  const firsts = submits.map(({ firstMs }) => firstMs).sort((left, right) => left - right)
  console.error(
    `  first answer of a submit: p50 ${at(firsts, 0.5).toFixed(0)} p99 ${at(firsts, 0.99).toFixed(0)} p99.9 ${at(firsts, 0.999).toFixed(0)} most ${at(firsts, 1).toFixed(0)} ms`,
  )
  console.error(
    `  let in: p50 ${at(report.admittedMs, 0.5).toFixed(0)} p99 ${at(report.admittedMs, 0.99).toFixed(0)} ms; shed: p50 ${at(report.shedMs, 0.5).toFixed(0)} p99 ${at(report.shedMs, 0.99).toFixed(0)} ms`,
  )
}

/**
 * Seconds of work that were done a second while the storm lasted; 1 is what the portal can do in calm. A
 * submit is done when it is in the database: most hear of it at a retry.
 */
async function goodput(
  db: Db,
  { answered, seconds, until }: Report,
  cost: Record<Kind, number>,
): Promise<number> {
  const [from, to] = [new Date(until - seconds * 1_000), new Date(until)]
  const { submit = 0 } =
    (await db.row<{ submit: number }>(
      sql`select count(*)::int as submit from submissions where submitted_at > ${from} and submitted_at <= ${to}`,
    )) ?? {}
  console.error(`  submitted while it lasted: ${submit}, ${(submit / seconds).toFixed(0)}/s`)
  return KINDS.reduce((sum, kind) => sum + { ...answered, submit }[kind] * cost[kind], 0) / seconds
}

/** A portal with the stopwatch in it, which is read from where it was read last. */
async function timed<Result>(
  people: number,
  work: (opened: Opened, read: () => Timed) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'stopwatch')
  let lines = 0
  const read = (): Timed => {
    const seconds = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(lines) : []
    lines += seconds.length
    const all = seconds.map((line) => JSON.parse(line) as Timed)
    return {
      submits: ascending(all.flatMap(({ submits }) => submits)),
      shed: ascending(all.flatMap(({ shed }) => shed)),
      logins: ascending(all.flatMap(({ logins }) => logins)),
    }
  }
  const extra = { STOPWATCH: file, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'stopwatch.ts')}` }
  return inWorld(people, (opened) => work(opened, read), extra).finally(() =>
    rmSync(folder, { recursive: true }),
  )
}

let next = 0
/** Eight callers without a pause keep the core busy; of sixteen some were shed, which is no calm. */
const capacityOf = async (
  world: World,
  mix: Partial<Record<Kind, number>>,
  seconds: number,
  connections = 8,
) => {
  const found = await generate({ is: 'capacity', world, mix, connections, seconds, from: next })
  next = found.next
  return found
}
type Storm = Extract<Task, { is: 'storm' }>
const stormOf = async (storm: Pick<Storm, 'world' | 'mix' | 'perSecond' | 'seconds' | 'patienceS'>) => {
  const report = await generate({ is: 'storm', leave: 0.2, from: next, ...storm })
  next += report.offered.submit
  return report
}

/**
 * What the portal can do in calm: of each kind, the other calls resting, the median of three rounds; and of
 * the mix.
 */
async function inCalm(world: World) {
  await capacityOf(world, MIX, 5)
  const rounds = {} as Record<Kind, number[]>
  let toldToWait = 0
  for (const round of [0, 1, 2])
    for (const kind of KINDS) {
      const { perSecond, shed } = await capacityOf(world, { [kind]: 1 }, 4)
      ;(rounds[kind] ??= [])[round] = perSecond
      toldToWait += shed
    }
  const cost = Object.fromEntries(
    KINDS.map((kind) => [kind, 1 / at(ascending(rounds[kind]), 0.5)]),
  ) as Record<Kind, number>
  const { perSecond } = await capacityOf(world, MIX, 10)
  console.error(
    `In calm: ${KINDS.map((kind) => `${kind} ${rounds[kind].map(Math.round).join(' ')}/s`).join(', ')}; the mix ${perSecond.toFixed(0)}/s; ${toldToWait} told to come back`,
  )
  return { cost, capacity: perSecond }
}
type Calm = Awaited<ReturnType<typeof inCalm>>

/**
 * Two callers who never pause: of three rounds the one in the middle. From one round to the next the median
 * went from 1.5 to 3.0 ms and back.
 */
async function twoCallers(world: World) {
  const rounds = [
    await capacityOf(world, MIX, 15, 2),
    await capacityOf(world, MIX, 15, 2),
    await capacityOf(world, MIX, 15, 2),
  ]
  return rounds.sort((left, right) => left.p50 - right.p50)[1]!
}

/** Ten times what the portal can do, then a rest. */
async function underStorm(
  { portal, db, world }: Opened,
  read: () => Timed,
  { cost, capacity }: Calm,
): Promise<Line[]> {
  const before = await twoCallers(world)
  read()
  const { result: report, grewMb } = await growth(portal, () =>
    stormOf({
      world,
      mix: MIX,
      perSecond: TIMES * capacity,
      seconds: FORM.stormS,
      patienceS: FORM.patienceS,
    }),
  )
  const { submits, shed, logins } = read()
  const against = `${TIMES} times ${capacity.toFixed(0)}/s for ${FORM.stormS} s`
  describe(against, report)
  // None of those who stood in the line comes again: an officer ends it.
  await db.run(sql`update brownout set level = 0, line_until = null, version = version + 1`)
  const due = await db.row<{ letters: number }>(sql`select count(*)::int as letters from outbox`)
  console.error(`  ${due?.letters} letters still to send`)
  await wait(FORM.restS * 1_000)
  const after = await twoCallers(world)
  const calm = ({ p50, p95, p50OfKind, shed }: typeof after) =>
    `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} ms (${KINDS.map((kind) => `${kind} ${p50OfKind[kind].toFixed(1)}`).join(', ')}; ${shed} told to come back)`
  console.error(`  two callers before: ${calm(before)}; after a rest: ${calm(after)}`)
  const heard = report.submits.filter(({ reference, ticketed }) => reference || ticketed)
  const firsts = ascending(heard.map(({ firstMs }) => firstMs))
  const perThousand = (count: number) => (1_000 * count) / report.submits.length
  return [
    atLeast(
      { what: 'Submits with a result or a ticket at their first answer, of 1,000', against },
      999,
      perThousand(heard.length),
    ),
    atMost({ what: 'Milliseconds in the server until then, 999 of 1,000', against }, 100, at(submits, 0.999)),
    atMost({ what: 'Milliseconds in the server until then, the last', against }, 1_000, at(submits, 1)),
    // A client's time begins before its connection is accepted.
    told({ what: 'Milliseconds at the client until then, 999 of 1,000', against }, 100, at(firsts, 0.999)),
    told({ what: 'Milliseconds at the client until then, the last', against }, 1_000, at(firsts, 1)),
    atLeast(
      { what: 'Submits that end with a reference, of 1,000', against },
      1_000,
      perThousand(report.submits.filter(({ reference }) => reference).length),
    ),
    atLeast({ what: 'Goodput, weighted by cost in calm', against }, 0.8, await goodput(db, report, cost)),
    atMost(
      { what: 'Milliseconds of those let in, p99 at the client', against },
      2_000,
      at(report.admittedMs, 0.99),
    ),
    atMost({ what: 'Milliseconds in the server of those shed, p99', against }, 100, at(shed, 0.99)),
    told(
      { what: 'Milliseconds in the server of logins that were told to wait, p99', against },
      100,
      at(logins, 0.99),
    ),
    none(
      { what: 'Clients that gave up waiting', against },
      Object.values(report.timedOut).reduce((sum, count) => sum + count, 0),
    ),
    atMost({ what: 'Megabytes the process grew by', against }, 150, grewMb),
    atMost({ what: 'p50 after a rest, against before', against }, 1.2, after.p50 / before.p50),
    atMost({ what: 'p95 after a rest, against before', against }, 1.5, after.p95 / before.p95),
  ]
}

/** The same, with half as many submits as could be submitted if there were nothing else. */
async function underStormOfOthers({ world }: Opened, { cost, capacity }: Calm): Promise<Line[]> {
  const all = TIMES * capacity
  const submits = 0.5 / cost.submit
  const rest = (all - submits) / (100 - MIX.submit)
  const mix = Object.fromEntries(
    KINDS.map((kind) => [kind, kind === 'submit' ? submits : MIX[kind] * rest]),
  ) as Record<Kind, number>
  const report = await stormOf({
    world,
    mix,
    perSecond: all,
    seconds: Math.min(60, FORM.stormS),
    patienceS: Math.min(120, FORM.patienceS),
  })
  const against = `${submits.toFixed(0)} submits a second among ${all.toFixed(0)} calls`
  describe(against, report)
  const within = report.submits.filter(
    ({ reference, pressedAt, endedAt }) => reference && endedAt - pressedAt <= 60_000,
  )
  return [
    atLeast(
      { what: 'Submitted within 60 s of the press, of 1,000', against },
      990,
      (1_000 * within.length) / report.submits.length,
    ),
  ]
}

/** Ten times what the portal can do across a deadline, the database stopped in it. */
async function acrossDeadline({ portal, db, world }: Opened, { capacity }: Calm): Promise<Line[]> {
  const { stormS, patienceS, closesAfterS, stopAfterS, stoppedS } = FORM.across
  const closes = new Date(Date.now() + closesAfterS * 1_000)
  await db.run(sql`update jobs set expiry_date = ${closes} where id = ${world.filled.firstJob}`)
  const storming = stormOf({ world, mix: MIX, perSecond: TIMES * capacity, seconds: stormS, patienceS })
  await wait(stopAfterS * 1_000)
  const goOn = stopDatabase(portal)
  await wait(stoppedS * 1_000)
  goOn()
  const report = await storming
  describe('Across a deadline, the database stopped', report)
  // What was on its way when the clock struck may count either way.
  const inTime = report.submits.filter(({ pressedAt }) => pressedAt < closes.getTime() - 1_000)
  const late = report.submits.filter(({ pressedAt }) => pressedAt > closes.getTime() + 1_000)
  const against = `${inTime.length} in time, ${late.length} late; database stopped for ${stoppedS} s`
  return [
    none(
      { what: 'In time and without a reference', against },
      inTime.filter(({ reference }) => !reference).length,
    ),
    none({ what: 'Late and with a reference', against }, late.filter(({ reference }) => reference).length),
  ]
}

/**
 * Who pressed Submit in time is in: a storm, one with fewer submits, and one across a deadline. Each by
 * itself: `lastHourStorm`, `lastHourOthers`, `lastHourDeadline`.
 */
const { storm, others, across } = FORM.people
export const lastHour = (): Promise<Line[]> =>
  timed(storm + others + across, async (opened, read) => {
    const calm = await inCalm(opened.world)
    return [
      ...(await underStorm(opened, read, calm)),
      ...(await underStormOfOthers(opened, calm)),
      ...(await acrossDeadline(opened, calm)),
    ]
  })
export const lastHourStorm = (): Promise<Line[]> =>
  timed(storm, async (opened, read) => underStorm(opened, read, await inCalm(opened.world)))
export const lastHourOthers = (): Promise<Line[]> =>
  timed(others, async (opened) => underStormOfOthers(opened, await inCalm(opened.world)))
export const lastHourDeadline = (): Promise<Line[]> =>
  timed(across, async (opened) => acrossDeadline(opened, await inCalm(opened.world)))
