import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../server/database/connect.ts'
import type { TableRow } from '../table.ts'
import type { CrowdReport, CrowdTask } from './crowd.ts'
import { random } from './draw.ts'
import { generate, runBeside } from './generate.ts'
import { ascending, percentile, atLeast, atMost, mustBeZero, forInformation } from './goals.ts'
import type { Pressed, PresserTask } from './presser.ts'
import { pauseDatabase } from './stop-database.ts'
import { settingsOfRun, inWorld, type Opened } from './world.ts'

const SETTINGS = settingsOfRun({
  smoke: { perSecond: 500, rounds: 1, patienceS: 60 },
  short: { perSecond: 5_000, rounds: 1, patienceS: 240 },
  full: { perSecond: 5_000, rounds: 3, patienceS: 900 },
})
/** The first person presses this many seconds before the deadline, the last this many after it. */
const BEFORE_S = 20
const AFTER_S = 5
const LAST_SECONDS = 5
/** Presses: `early` before the last five seconds, `last` within them, `late` after the deadline. */
const PRESSES = { early: 45, last: 30, late: 15 }
const PRESSES_PER_ROUND = PRESSES.early + PRESSES.last + PRESSES.late
const STOPPED_S = 8
const FIRST_SEED = 21
/** If the process of the callers lags by more than this, it is too busy, and its run proves nothing. */
const MAX_LAG_MS = 100

/** The time of each press of Submit: random within its group, but the same in each run. */
function pressesAround(closesAt: number, firstSubmit: number, seed: number): PresserTask['people'] {
  const chance = random(seed)
  const within = (count: number, fromS: number, toS: number) =>
    Array.from({ length: count }, () => closesAt + 1_000 * (fromS + chance() * (toS - fromS)))
  const times = [
    ...within(PRESSES.early, -BEFORE_S, -LAST_SECONDS),
    ...within(PRESSES.last, -LAST_SECONDS, 0),
    ...within(PRESSES.late, 0, AFTER_S),
  ]
  return times.map((pressAt, index) => ({ submitNumber: firstSubmit + index, pressAt }))
}

/** Applications have the ids from 1, in the order in which people press Submit. */
const applicationId = ({ submitNumber }: Pressed) => submitNumber + 1

type Round = { firstSubmit: number; seed: number; pausesDatabase: boolean }

/**
 * Ninety people press Submit around a deadline. Meanwhile a crowd searches, reads pages and tries wrong
 * passwords. `pausesDatabase`: the database hangs for some seconds around the deadline.
 */
async function pressAroundDeadline(
  { portal, db, world }: Opened,
  { firstSubmit, seed, pausesDatabase }: Round,
) {
  const closesAt = Date.now() + 1_000 * (BEFORE_S + 5)
  await db.run(sql`update jobs set expiry_date = ${new Date(closesAt)} where id = ${world.filled.firstJob}`)
  const crowd = { ...world, password: 'Wrong-horse-7-battery' }
  const storming = runBeside<CrowdReport>('crowd.ts', {
    world: crowd,
    kinds: ['public', 'page', 'login'],
    perSecond: SETTINGS.perSecond,
    seconds: BEFORE_S + AFTER_S + 15,
  } satisfies CrowdTask)
  const pressing = runBeside<Pressed[]>('presser.ts', {
    world,
    people: pressesAround(closesAt, firstSubmit, seed),
    givesUpAt: closesAt + 1_000 * SETTINGS.patienceS,
  } satisfies PresserTask)
  if (pausesDatabase) {
    await wait(closesAt - Date.now() - (1_000 * STOPPED_S) / 2)
    const resume = pauseDatabase(portal)
    await wait(1_000 * STOPPED_S)
    resume()
  }
  const [crowded, pressed] = await Promise.all([storming, pressing])
  const ids = pressed.map(applicationId)
  const sent = await db.rows<{ id: number; reference: string }>(sql`
    select id, reference_number as reference from job_applications where id = any(${ids}) and is_completed`)
  return {
    closesAt,
    pressed,
    crowded,
    sent: new Map(sent.map(({ id, reference }) => [Number(id), reference])),
  }
}

/** Prints how these people pressed and what they received, because the portal treated them wrongly. */
function printPresses(people: Pressed[], closesAt: number): void {
  for (const person of people)
    console.error(
      `  pressed ${((person.pressedAt - closesAt) / 1_000).toFixed(3)} s from the deadline: ${person.tries} tries, first ${person.firstAnswer} after ${person.firstMs.toFixed(0)} ms, received ${person.receivedAt ?? 'never said'}, ${person.refusal ?? person.reference ?? 'nothing'}`,
    )
}

function linesOf(
  { closesAt, pressed, crowded, sent }: Awaited<ReturnType<typeof pressAroundDeadline>>,
  pausesDatabase: boolean,
): TableRow[] {
  const isSubmitted = (person: Pressed) =>
    person.reference !== undefined && sent.get(applicationId(person)) === person.reference
  const inTime = pressed.filter(({ pressedAt }) => pressedAt <= closesAt)
  const late = pressed.filter(({ pressedAt }) => pressedAt > closesAt)
  const lost = inTime.filter((person) => !isSubmitted(person))
  const wronglyAccepted = late.filter(
    (person) => person.reference !== undefined || sent.has(applicationId(person)),
  )
  const { offered, lag, statuses, timedOut, unsent, sockets } = crowded
  const presses = ascending(pressed.map(({ lagMs }) => lagMs))
  console.error(
    `${pausesDatabase ? `PostgreSQL stopped for ${STOPPED_S} s: ` : ''}${inTime.length} in time, ${lost.length} of them without a reference; ${late.length} late, ${wronglyAccepted.length} of them with one; beside ${(offered / crowded.seconds).toFixed(0)} a second, lag p50 ${lag.p50.toFixed(0)} p99 ${lag.p99.toFixed(0)} most ${lag.most.toFixed(0)} ms`,
  )
  console.error(
    `  ${Object.entries(statuses)
      .map(([what, count]) => `${what}: ${count}`)
      .sort()
      .join(', ')}`,
  )
  console.error(
    `  of these ${timedOut} gave up after 15 s, at most ${sockets} at once; ${unsent} were due and not sent; who pressed was late by p50 ${percentile(presses, 0.5).toFixed(0)} and at most ${percentile(presses, 1).toFixed(0)} ms`,
  )
  const waits = ascending(pressed.map(({ firstMs }) => firstMs))
  const firsts = Object.entries(Object.groupBy(pressed, ({ firstAnswer }) => firstAnswer)).map(
    ([answer, people]) => `${answer}: ${people?.length}`,
  )
  const ends = ascending(
    inTime.filter(isSubmitted).map(({ pressedAt, endedAt }) => (endedAt - pressedAt) / 1_000),
  )
  console.error(
    `  first answers: ${firsts.join(', ')}, after p50 ${percentile(waits, 0.5).toFixed(0)} p90 ${percentile(waits, 0.9).toFixed(0)} and at most ${(waits.at(-1) ?? 0).toFixed(0)} ms; a reference after p50 ${percentile(ends, 0.5).toFixed(1)} s, the last ${(ends.at(-1) ?? 0).toFixed(1)} s`,
  )
  printPresses([...lost, ...wronglyAccepted], closesAt)
  const against = `${offered.toLocaleString('en')} calls beside${pausesDatabase ? `, PostgreSQL stopped for ${STOPPED_S} s` : ''}`
  return [
    mustBeZero({ what: 'Pressed in time and without a reference', against }, lost.length),
    mustBeZero({ what: 'Pressed late and with a reference', against }, wronglyAccepted.length),
    atLeast(
      { what: 'Calls a second that were beside it', against },
      0.99 * SETTINGS.perSecond,
      offered / crowded.seconds,
    ),
    atMost(
      { what: 'Milliseconds that whoever pressed was late, the last', against },
      MAX_LAG_MS,
      percentile(presses, 1),
    ),
    forInformation(
      { what: 'Seconds until the last reference', against: 'the time they try' },
      SETTINGS.patienceS,
      ends.at(-1) ?? 0,
    ),
  ]
}

/**
 * Shows that everyone who pressed Submit in time is submitted, and no one else. The first round runs beside a
 * storm of other calls, the next also with a paused database.
 */
export const pressedInTime = (): Promise<TableRow[]> =>
  inWorld(SETTINGS.rounds * 2 * PRESSES_PER_ROUND + 10, async (opened) => {
    // Warm the portal up: the first calls of a new portal are slow, and slow calls open more connections.
    await generate({
      mode: 'capacity',
      world: opened.world,
      mix: { public: 1, page: 1 },
      connections: 16,
      seconds: 5,
      firstSubmit: 0,
    })
    const lines: TableRow[] = []
    for (let round = 0; round < SETTINGS.rounds * 2; round++) {
      const pausesDatabase = round % 2 === 1
      const results = await pressAroundDeadline(opened, {
        firstSubmit: round * PRESSES_PER_ROUND,
        seed: FIRST_SEED + round,
        pausesDatabase,
      })
      lines.push(...linesOf(results, pausesDatabase))
    }
    return lines
  })
