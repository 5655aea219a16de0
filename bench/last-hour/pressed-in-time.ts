import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../server/database/connect.ts'
import type { Line } from '../table.ts'
import type { CrowdReport, CrowdTask } from './crowd.ts'
import { random } from './draw.ts'
import { generate, runBeside } from './generate.ts'
import { ascending, at, atLeast, atMost, none, told } from './goals.ts'
import type { Pressed, PresserTask } from './presser.ts'
import { stopDatabase } from './stop-database.ts'
import { formOf, inWorld, type Opened } from './world.ts'

const FORM = formOf({
  smoke: { perSecond: 500, rounds: 1, patienceS: 60 },
  short: { perSecond: 5_000, rounds: 1, patienceS: 240 },
  full: { perSecond: 5_000, rounds: 3, patienceS: 900 },
})
/** Seconds from the first press to the deadline, and from there to the last. */
const BEFORE_S = 20
const AFTER_S = 5
/** How many press in the last five seconds before it, before these, and after it: ninety. */
const PRESSES = { early: 45, last: 30, late: 15 }
const EACH = PRESSES.early + PRESSES.last + PRESSES.late
const STOPPED_S = 8
/** Callers who lag more than this could not keep up with themselves, and prove nothing. */
const MAY_LAG_MS = 100

/** When each of them presses: evenly at random within their time, the same in each run. */
function pressesAround(closes: number, from: number, seed: number): PresserTask['people'] {
  const chance = random(seed)
  const within = (count: number, fromS: number, toS: number) =>
    Array.from({ length: count }, () => closes + 1_000 * (fromS + chance() * (toS - fromS)))
  const times = [
    ...within(PRESSES.early, -BEFORE_S, -5),
    ...within(PRESSES.last, -5, 0),
    ...within(PRESSES.late, 0, AFTER_S),
  ]
  return times.map((when, index) => ({ n: from + index, at: when }))
}

type Round = { from: number; seed: number; stops: boolean }

/**
 * Ninety people press Submit around a deadline, beside searches, pages and wrong logins; `stops`: the
 * database too.
 */
async function around({ portal, db, world }: Opened, { from, seed, stops }: Round) {
  const closes = Date.now() + 1_000 * (BEFORE_S + 5)
  await db.run(sql`update jobs set expiry_date = ${new Date(closes)} where id = ${world.filled.firstJob}`)
  const crowd = { ...world, password: 'Wrong-horse-7-battery' }
  const storming = runBeside<CrowdReport>('crowd.ts', {
    world: crowd,
    kinds: ['public', 'page', 'login'],
    perSecond: FORM.perSecond,
    seconds: BEFORE_S + AFTER_S + 15,
  } satisfies CrowdTask)
  const pressing = runBeside<Pressed[]>('presser.ts', {
    world,
    people: pressesAround(closes, from, seed),
    until: closes + 1_000 * FORM.patienceS,
  } satisfies PresserTask)
  if (stops) {
    await wait(closes - Date.now() - (1_000 * STOPPED_S) / 2)
    const goOn = stopDatabase(portal)
    await wait(1_000 * STOPPED_S)
    goOn()
  }
  const [crowded, pressed] = await Promise.all([storming, pressing])
  const ids = pressed.map(({ n }) => n + 1)
  const sent = await db.rows<{ id: number; reference: string }>(sql`
    select id, reference_number as reference from job_applications where id = any(${ids}) and is_completed`)
  return { closes, pressed, crowded, sent: new Map(sent.map(({ id, reference }) => [Number(id), reference])) }
}

function linesOf(
  { closes, pressed, crowded, sent }: Awaited<ReturnType<typeof around>>,
  stops: boolean,
): Line[] {
  const has = ({ n, reference }: Pressed) => reference !== undefined && sent.get(n + 1) === reference
  const inTime = pressed.filter(({ pressedAt }) => pressedAt <= closes)
  const late = pressed.filter(({ pressedAt }) => pressedAt > closes)
  const lost = inTime.filter((pressed) => !has(pressed))
  const taken = late.filter(({ n, reference }) => reference !== undefined || sent.has(n + 1))
  const { offered, lag, statuses, timedOut, unsent, sockets } = crowded
  const presses = ascending(pressed.map(({ lagMs }) => lagMs))
  console.error(
    `${stops ? `PostgreSQL stopped for ${STOPPED_S} s: ` : ''}${inTime.length} in time, ${lost.length} of them without a reference; ${late.length} late, ${taken.length} of them with one; beside ${(offered / crowded.seconds).toFixed(0)} a second, lag p50 ${lag.p50.toFixed(0)} p99 ${lag.p99.toFixed(0)} most ${lag.most.toFixed(0)} ms`,
  )
  console.error(
    `  ${Object.entries(statuses)
      .map(([what, count]) => `${what}: ${count}`)
      .sort()
      .join(', ')}`,
  )
  console.error(
    `  of these ${timedOut} gave up after 15 s, at most ${sockets} at once; ${unsent} were due and not sent; who pressed was late by p50 ${at(presses, 0.5).toFixed(0)} and at most ${at(presses, 1).toFixed(0)} ms`,
  )
  const waits = ascending(pressed.map(({ firstMs }) => firstMs))
  const firsts = Object.entries(Object.groupBy(pressed, ({ first }) => first)).map(
    ([what, those]) => `${what}: ${those?.length}`,
  )
  const ends = ascending(inTime.filter(has).map(({ pressedAt, endedAt }) => (endedAt - pressedAt) / 1_000))
  console.error(
    `  first answers: ${firsts.join(', ')}, after p50 ${at(waits, 0.5).toFixed(0)} p90 ${at(waits, 0.9).toFixed(0)} and at most ${(waits.at(-1) ?? 0).toFixed(0)} ms; a reference after p50 ${at(ends, 0.5).toFixed(1)} s, the last ${(ends.at(-1) ?? 0).toFixed(1)} s`,
  )
  for (const pressed of [...lost, ...taken])
    console.error(
      `  pressed ${((pressed.pressedAt - closes) / 1_000).toFixed(3)} s from the deadline: ${pressed.tries} tries, first ${pressed.first} after ${pressed.firstMs.toFixed(0)} ms, received ${pressed.receivedAt ?? 'never said'}, ${pressed.refused ?? pressed.reference ?? 'nothing'}`,
    )
  const against = `${offered.toLocaleString('en')} calls beside${stops ? `, PostgreSQL stopped for ${STOPPED_S} s` : ''}`
  return [
    none({ what: 'Pressed in time and without a reference', against }, lost.length),
    none({ what: 'Pressed late and with a reference', against }, taken.length),
    atLeast(
      { what: 'Calls a second that were beside it', against },
      0.99 * FORM.perSecond,
      offered / crowded.seconds,
    ),
    atMost(
      { what: 'Milliseconds that whoever pressed was late, the last', against },
      MAY_LAG_MS,
      at(presses, 1),
    ),
    told(
      { what: 'Seconds until the last reference', against: 'the time they try' },
      FORM.patienceS,
      ends.at(-1) ?? 0,
    ),
  ]
}

/**
 * Who pressed Submit in time is in, and nobody else: beside a storm, and with the database stopped around the
 * deadline.
 */
export const pressedInTime = (): Promise<Line[]> =>
  inWorld(FORM.rounds * 2 * EACH + 10, async (opened) => {
    // A portal that was never asked anything is slow at first, and callers who wait open connections that it
    // must take in as well.
    await generate({
      is: 'capacity',
      world: opened.world,
      mix: { public: 1, page: 1 },
      connections: 16,
      seconds: 5,
      from: 0,
    })
    const lines: Line[] = []
    for (let round = 0; round < FORM.rounds * 2; round++) {
      const stops = round % 2 === 1
      lines.push(...linesOf(await around(opened, { from: round * EACH, seed: 21 + round, stops }), stops))
    }
    return lines
  })
