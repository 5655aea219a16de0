import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../server/database/connect.ts'
import type { Line } from '../table.ts'
import { KINDS, type Kind, MIX, type World } from './calls.ts'
import { generate } from './generate.ts'
import type { Task } from './generator.ts'
import { ascending, at, atLeast, atMost, none, told } from './goals.ts'
import { describe, goodput, growth, timed } from './measurements.ts'
import { stopDatabase } from './stop-database.ts'
import type { Timed } from './stopwatch.ts'
import { formOf, type Opened } from './world.ts'

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
