import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { waitSeconds, waitWords } from '#contract/line/line.ts'
import { type Load, nextLevel, type Pressure } from '../../server/brownout/control.ts'
import {
  ticketCounts,
  speedOfLastMinute,
  moveMark,
  nextRate,
  type RateHistory,
} from '../../server/line/mark.ts'
import { answerTime } from '../../server/line/answer-time.ts'
import { Line } from '../../server/line/line.ts'
import { signPlace, newPlace, readTicket } from '../../server/line/ticket.ts'
import { placeUses } from '../../server/line/place-uses.ts'
import { secretsFrom } from '../../server/secrets.ts'

/** A random generator (mulberry32), so that the crowd is the same each time. */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
/**
 * A random number of arrivals, with this mean (Poisson distribution). For a large mean, the normal
 * distribution is close enough.
 */
const poisson = (mean: number, random: () => number) => {
  if (mean > 40)
    return Math.max(
      0,
      Math.round(
        mean +
          Math.sqrt(mean) * Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random()),
      ),
    )
  let [count, left] = [0, random()]
  for (let term = Math.exp(-mean); left > term && count < 500; term *= mean / ++count) left -= term
  return count
}
const START = Date.parse('2026-12-01T11:00:00Z')
const quantile = (values: number[], share: number) =>
  values.sort((left, right) => left - right)[Math.floor(values.length * share)] ?? 0

/**
 * `place`: the time of arrival, with a random part within the second. `toldSeconds`: the wait that was shown.
 * `tryAt`: when the person's page tries to enter. `here`: whether the person still waits.
 */
type Person = { place: number; cameAt: number; toldSeconds: number; tryAt: number; here: boolean }
type Storm = { comingAt: (second: number) => number; capacity: number; seconds: number; leaving?: number }

/**
 * Simulates a line. People come, see a wait, and try to enter at their turn. The portal can let in `capacity`
 * people a second. An error of 1 is the maximum by which the shown wait may differ from the real one.
 */
function storm({ comingAt, capacity, seconds, leaving = 0.1 }: Storm) {
  const random = seeded(7)
  const counts = ticketCounts()
  const minute = speedOfLastMinute()
  // Everyone whose place is up to `until` may try to enter. `perSecond`: how many people `until` passes in
  // a second.
  let [until, perSecond] = [START, 20]
  let moved: RateHistory = { ratePerSecond: 20 }
  const line: Person[] = []
  let turned: Person[] = []
  const errors: number[] = []
  // `next`: the first person in the line whose turn has not come. `most`: the longest that the line was.
  let [next, admitted, turnedAway, most] = [0, 0, 0, 0]
  for (let second = 0; second < seconds; second++) {
    const now = START + second * 1000
    const come = Array.from({ length: poisson(comingAt(second), random) }, () => {
      counts.countTicket(now)
      const place = now + Math.floor(random() * 1000)
      return {
        place,
        cameAt: now,
        toldSeconds: counts.countBetween(until, place) / perSecond,
        tryAt: 0,
        here: random() > leaving,
      }
    })
    line.push(...come.sort((left, right) => left.place - right.place))
    most = Math.max(most, line.length - next)
    // Pages read the mark, which shows whose turn has come, every ten seconds. Then they try to enter within
    // two seconds.
    while (line[next] && (line[next]?.place ?? 0) <= until)
      turned.push({ ...(line[next++] as Person), tryAt: now + 12_000 * random() })
    turned = turned.filter(({ here }) => here)
    const trying = turned.filter(({ tryAt }) => tryAt <= now)
    for (const [index, person] of trying.entries()) {
      if (index >= capacity * 1.2) {
        turnedAway++
        person.tryAt = now + 5_000 + 25_000 * random()
        continue
      }
      admitted++
      person.here = false
      const real = (now - person.cameAt) / 1000
      errors.push(Math.abs(person.toldSeconds - real) / Math.max(60, 0.25 * real))
    }
    const shed = Math.max(0, trying.length - Math.ceil(capacity * 1.2))
    moved = nextRate(
      moved,
      { queueMs: trying.length > capacity ? 60 : 5, turnedAway: shed },
      until >= now - 2_000,
      now,
    )
    const { ratePerSecond: rate } = moved
    until = moveMark(until, rate, counts, now + 1000)
    perSecond = minute(now + 1000, { untilMs: until, ratePerSecond: rate }).perSecond
  }
  return { errors, admitted, turnedAway, most, left: line.length - next }
}

describe('the line, simulated with a seeded clock', () => {
  const crowds: [string, Storm][] = [
    [
      'ten times what fits, for ten minutes',
      { comingAt: (second) => (second < 600 ? 200 : 2), capacity: 25, seconds: 7_000 },
    ],
    [
      'a crowd that grows and ebbs over half an hour',
      {
        comingAt: (second) => (second < 1_800 ? 60 * Math.sin((Math.PI * second) / 1_800) : 2),
        capacity: 25,
        seconds: 6_000,
      },
    ],
    [
      'three waves',
      {
        comingAt: (second) => (second >= 1_800 ? 2 : second % 600 < 300 ? 80 : 5),
        capacity: 30,
        seconds: 6_000,
      },
    ],
    [
      'more than ten times what is let in at first',
      { comingAt: (second) => (second < 240 ? 160 : 0), capacity: 60, seconds: 1_500 },
    ],
    [
      'half of them gone before their turn',
      { comingAt: (second) => (second < 600 ? 200 : 2), capacity: 20, seconds: 7_000, leaving: 0.5 },
    ],
  ]
  for (const [name, crowd] of crowds) {
    test(`the wait shown and the real one differ by at most 25 % or 60 s at p90: ${name} (last-hour#goal-line-wait)`, () => {
      const { errors, turnedAway, admitted, most, left } = storm(crowd)
      assert.ok(most > 500, `a line of ${most}`)
      assert.ok(errors.length > 500, `${errors.length} waits`)
      assert.ok(
        quantile(errors, 0.9) <= 1,
        `p90 is ${quantile(errors, 0.9).toFixed(2)} of what is allowed, median ${quantile(errors, 0.5).toFixed(2)}`,
      )
      // Most people whose turn has come must be let in. Otherwise the line would be followed by a lottery.
      assert.ok(turnedAway < admitted * 0.25, `${turnedAway} turned away at their turn, ${admitted} let in`)
      assert.ok(left < 50, `${left} still wait`)
    })
  }
  test('what fits is used: a line of ten minutes lets in at least 80 % of the capacity', () => {
    const { admitted } = storm({ comingAt: () => 200, capacity: 20, seconds: 600 })
    assert.ok(admitted > 0.8 * 20 * 600, `${admitted} of ${20 * 600}`)
  })
  test('a few bad seconds cost a tenth of the rate; it is halved when most people whose turn has come cannot enter', () => {
    const after = (turnedAway: (second: number) => number, seconds: number) => {
      let moved: RateHistory = { ratePerSecond: 40, cutAtMs: START - 60_000 }
      for (let second = 0; second < seconds; second++)
        moved = nextRate(moved, { queueMs: 5, turnedAway: turnedAway(second) }, false, START + second * 1_000)
      return Math.round(moved.ratePerSecond)
    }
    assert.equal(
      after((second) => (second < 5 ? 30 : 0), 12),
      36,
    )
    assert.equal(
      after(() => 5, 24),
      32,
    )
    assert.equal(
      after(() => 30, 13),
      18,
    )
  })
  test('who came first passes first, and within one second the random part decides (last-hour#line-place)', () => {
    const counts = ticketCounts()
    for (let index = 0; index < 100; index++) counts.countTicket(START)
    const until = moveMark(START, 30, counts, START + 60_000)
    assert.equal(until, START + 300)
    assert.equal(moveMark(until, 70, counts, START + 60_000) >= START + 1_000, true)
    assert.equal(Math.round(counts.countBetween(START + 300, START + 5_000)), 70)
    assert.equal(Math.round(counts.countBetween(START + 300, START + 600)), 30)
  })
  test('the mark never passes the present, and a clock that goes back an hour opens no gap', () => {
    const counts = ticketCounts()
    assert.equal(moveMark(START, 1_000, counts, START + 500), START + 500)
    for (let index = 0; index < 50; index++) counts.countTicket(START)
    const back = START - 3_600_000
    for (let index = 0; index < 50; index++) counts.countTicket(back)
    assert.equal(moveMark(START, 10, counts, back) <= back + 200, true)
    assert.equal(moveMark(START, 10, counts, START + 3_600_000) <= START + 3_600_000, true)
  })
  test('a million arrivals take no more memory than one (last-hour#line-load)', () => {
    const counts = ticketCounts()
    for (let index = 0; index < 1_000_000; index++) counts.countTicket(START + (index % 9_000_000))
    assert.ok(counts.countBetween(START, START + 7_200_000) > 0)
    assert.ok(waitSeconds(START + 5_000, { until: START, pace: 0 }) < Infinity)
  })
  test('a wait is shown to the nearest minute', () => {
    assert.deepEqual([0, 89, 90, 3_540, 3_600, 3_660, 5_000, 7_260].map(waitWords), [
      'about a minute',
      'about a minute',
      'about 2 minutes',
      'about 59 minutes',
      'about an hour',
      'about an hour',
      'about an hour and 23 minutes',
      'about 2 hours',
    ])
  })
})

describe('line tickets', () => {
  const secrets = secretsFrom(Buffer.alloc(32, 1))
  const now = START + 400
  test('a ticket is valid for two hours, and has only the time of arrival (last-hour#line-page)', () => {
    const place = newPlace(now)
    assert.equal(Math.floor(place / 1000), START / 1000)
    const ticket = signPlace(secrets, place)
    assert.deepEqual(readTicket(secrets, ticket, now), { kind: 'valid', place })
    assert.deepEqual(readTicket(secrets, ticket, now + 7_199_000), { kind: 'valid', place })
    assert.deepEqual(readTicket(secrets, ticket, now + 7_202_000), { kind: 'old' })
    assert.ok(ticket.length < 40)
  })
  test('a ticket that is forged, changed, of another portal or from the future is recognised as such', () => {
    const ticket = signPlace(secrets, START)
    const earlier = `${(START - 60_000).toString(36)}.${ticket.split('.')[1]}`
    for (const forged of [
      '',
      '.',
      'a.b',
      `${ticket}x`,
      `${ticket}.`,
      earlier,
      signPlace(secretsFrom(Buffer.alloc(32, 2)), START),
      'x'.repeat(9_000),
    ])
      assert.deepEqual(readTicket(secrets, forged, now), { kind: 'forged' }, forged.slice(0, 40))
    assert.deepEqual(readTicket(secrets, signPlace(secrets, now + 3_600_000), now), { kind: 'future' })
  })
})

describe('tickets that are handed on', () => {
  const secrets = secretsFrom(Buffer.alloc(32, 1))
  const ticket = signPlace(secrets, START)
  const lineWithMark = () => {
    const line = new Line(secrets)
    line.set({ untilMs: START + 1_000, ratePerSecond: 20 }, 1, START + 5_000)
    // One person waits, so no one may enter without a place in the line.
    line.keepOrTakePlace(undefined, START + 5_000)
    return line
  }
  test('a ticket lets one person in to registration and one to login; before that, it may be tried thirty times', () => {
    const line = lineWithMark()
    const now = START + 5_000
    const passes = (limiter: 'loginInLine' | 'registrationInLine') =>
      Array.from({ length: 1_000 }, () => line.tryToPass(limiter, ticket, now)).filter(Boolean).length
    assert.equal(line.tryToPass('registrationInLine', ticket, now), true)
    line.spend('registrationInLine', ticket, now)
    assert.deepEqual([passes('registrationInLine'), passes('loginInLine')], [0, 30])
    assert.equal(line.keepOrTakePlace(ticket, now).problem, 'spent')
    assert.equal(line.keepOrTakePlace(signPlace(secrets, START + 1), now).problem, undefined)
  })
  test('of 2,000 people who came in one second, hardly any two have the same place', () => {
    const places = new Set(Array.from({ length: 2_000 }, () => newPlace(START)))
    assert.ok(places.size > 1_980, `${places.size}`)
    for (const place of places)
      assert.deepEqual(readTicket(secrets, signPlace(secrets, place), START + 1_000), {
        kind: 'valid',
        place,
      })
  })
  test('a million used tickets take limited memory, and the newest are known', () => {
    const used = placeUses(1_000)
    for (let place = 0; place < 1_000_000; place++) used.spend(place)
    assert.ok(used.size() <= 1_000)
    assert.deepEqual([used.isSpent(999_999), used.isSpent(999_500), used.isSpent(1)], [true, true, false])
  })
})

test('logins and registrations are answered after 300 ms; after a slow hash later, by steps, for 10 to 20 seconds, and never after more than 2.4 s', () => {
  let now = 0
  const time = answerTime(() => now)
  const after = (ms: number, hashed?: number) => {
    now += ms
    if (hashed) time.recordHashMs(hashed)
    return time.currentMs()
  }
  assert.deepEqual([time.currentMs(), after(1, 200), after(1, 300)], [300, 300, 600])
  assert.deepEqual([after(9_000), after(9_000), after(9_000), after(9_000)], [600, 600, 600, 300])
  assert.deepEqual([after(1, 60_000), after(60_000)], [2_400, 300])
})

describe('levels', () => {
  const NO_LOAD: Load = { queueMs: 0, shed: 0, turnedAway: 0, savesShed: 0 }
  const run = (
    seconds: number,
    load: Partial<Load>,
    from: Pressure = { level: 0, hotSeconds: 0, calmSeconds: 0 },
    lineIsEmpty = true,
  ) => {
    const levels: number[] = []
    let pressure = from
    for (let second = 0; second < seconds; second++)
      levels.push((pressure = nextLevel(pressure, { ...NO_LOAD, ...load }, lineIsEmpty)).level)
    return { pressure, levels }
  }
  test('a lasting queue raises the level one step at a time, and to 4 only where saves are lost or the queue is long (last-hour#level-row)', () => {
    assert.equal(run(4, { queueMs: 30 }).pressure.level, 0)
    assert.equal(run(5, { queueMs: 30 }).pressure.level, 1)
    assert.equal(run(15, { queueMs: 30 }).pressure.level, 2)
    assert.equal(run(600, { queueMs: 30 }).pressure.level, 3)
    assert.equal(run(600, { queueMs: 30, savesShed: 1, shed: 1 }).pressure.level, 4)
    assert.deepEqual([...new Set(run(600, { queueMs: 150 }).levels)], [0, 1, 2, 3, 4])
  })
  test('a single bad second, or a queue between the limits, changes nothing', () => {
    let pressure: Pressure = { level: 0, hotSeconds: 0, calmSeconds: 0 }
    for (let second = 0; second < 600; second++)
      pressure = nextLevel(pressure, { ...NO_LOAD, queueMs: second % 3 === 0 ? 200 : 5 }, true)
    assert.equal(pressure.level, 0)
    assert.equal(run(600, { queueMs: 15 }, { level: 2, hotSeconds: 0, calmSeconds: 0 }).pressure.level, 2)
  })
  test('calm brings it down slowly, and not while people wait in the line', () => {
    const busy: Pressure = { level: 3, hotSeconds: 0, calmSeconds: 0 }
    assert.equal(run(59, {}, busy).pressure.level, 3)
    assert.equal(run(60, {}, busy).pressure.level, 2)
    assert.equal(run(150, {}, busy).pressure.level, 0)
    assert.equal(run(600, {}, busy, false).pressure.level, 3)
    assert.equal(run(600, {}, { ...busy, level: 4 }, false).pressure.level, 3)
  })
})
