import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CLASSES } from '#contract/endpoint.ts'
import { Admission } from '../../server/admission/admission.ts'
import { rankOf } from '../../server/http/class-slots.ts'
import { busyRetrySeconds } from '../../server/http/refuse.ts'

import { bucketOf, BUCKET_COUNT, DAGOR } from '../../server/admission/threshold.ts'
import { COST, type Load, quantile, seeded, type Second, simulate, sum } from '../support/overload.ts'

/** The share of each class among the requests. */
const MIX: Load = { read: 0.6, login: 0.15, save: 0.15, submit: 0.1 }
/** How many requests of this mix the simulated processor can answer in a second. */
const CAPACITY =
  1_000 /
  Object.entries(MIX).reduce((cost, [name, share]) => cost + COST[name as keyof typeof COST] * share, 0)
/** A load of requests that is this many times the capacity. */
const times = (factor: number, mix: Load = MIX): Load =>
  Object.fromEntries(Object.entries(mix).map(([name, share]) => [name, share * CAPACITY * factor]))
/** How many milliseconds a second the processor worked on requests, on average. */
const workOf = (seconds: Second[]) =>
  CLASSES.reduce((all, name) => all + sum(seconds, name, 'worked'), 0) / seconds.length
/** The share of a class's requests that were answered. */
const served = (seconds: Second[], name: 'submit' | 'save' | 'read' | 'public') =>
  sum(seconds, name, 'done') / sum(seconds, name, 'came')

describe('ten times what can be served, a fifth of the callers gone after half a second, then calm', () => {
  const STORM = 20_000
  const run = simulate({ ms: 32_000, aborting: 0.2, load: (ms) => times(ms < STORM ? 10 : 0.3) })
  const storm = run.seconds.slice(2, STORM / 1_000)
  test('R7 the processor spends at least four fifths of its time on requests that were let in (last-hour#goal-goodput)', () => {
    assert.ok(workOf(storm) > 800, `${workOf(storm)} of 1000 ms a second`)
  })
  test('R7 a caller that is shed gets the refusal within 100 ms, and one that is let in gets the answer within two seconds (last-hour#shed-answer, last-hour#goal-admitted)', () => {
    const after = run.shedAfter.filter(({ at: elapsed }) => elapsed > 2_000).map(({ ms }) => ms)
    assert.ok(quantile(after, 0.99) <= 100, `${quantile(after, 0.99)} ms`)
    assert.ok(
      run.shedAfter.every(({ ms }) => ms <= 525),
      'and within half a second even as the storm begins',
    )
    for (const name of ['submit', 'save'] as const) assert.ok(quantile(run.times[name], 0.99) < 2_000, name)
  })
  test('R7 seven seconds after the storm, all requests are let in, none is shed, and no slot is lost', () => {
    const calm = run.seconds.slice(STORM / 1_000 + 7)
    for (const name of ['submit', 'save', 'login', 'read'] as const)
      assert.equal(sum(calm, name, 'shed'), 0, name)
    assert.equal(run.admission.measured().threshold, 1)
    assert.ok(run.admission.measured().inFlight < 10 && run.admission.measured().waiting === 0)
  })
})

describe('ten times the reads, and submits at half of what could be submitted', () => {
  const run = simulate({
    ms: 20_000,
    load: () => ({ submit: 500 / COST.submit, save: 25, read: 3_000, staff: 20, public: 500, extra: 20 }),
  })
  const storm = run.seconds.slice(1)
  test('R7 99 % of submits and saves are served while reads are shed', () => {
    assert.ok(
      served(storm, 'submit') >= 0.99 && served(storm, 'save') >= 0.99,
      `${served(storm, 'submit')} ${served(storm, 'save')}`,
    )
    assert.ok(served(storm, 'read') < 0.15)
  })
  test('public calls keep their sixteenth, and extras may have nothing (last-hour#reserved-slots)', () => {
    assert.ok(
      sum(storm, 'public', 'worked') / storm.length > 1_000 / 16 / 2,
      `${sum(storm, 'public', 'worked') / storm.length}`,
    )
    assert.equal(sum(storm.slice(2), 'extra', 'done'), 0)
  })
  test('a submit waits at most 100 ms for its slot', () => {
    const waits = run.waits.filter((wait) => wait.class === 'submit').map(({ ms }) => ms)
    assert.ok(quantile(waits, 0.999) <= 100, `${quantile(waits, 0.999)} ms`)
  })
})

for (const factor of [1.1, 1.5, 3]) {
  test(`at ${factor} times the capacity the threshold settles and does not swing`, () => {
    const { seconds } = simulate({ ms: 25_000, load: () => times(factor) })
    const settled = seconds.slice(5)
    const work = settled.map((second) => workOf([second]))
    assert.ok(Math.min(...work) > 900, work.map(Math.round).join(' '))
    const answered = settled.map((second) => CLASSES.reduce((all, name) => all + second[name].done, 0))
    const mean = answered.reduce((all, count) => all + count, 0) / answered.length
    assert.ok(
      answered.every((count) => Math.abs(count - mean) < mean * 0.2),
      answered.join(' '),
    )
  })
}

test('below the capacity no call is shed', () => {
  const { seconds, thresholds } = simulate({ ms: 15_000, load: () => times(0.85) })
  for (const name of CLASSES) assert.equal(sum(seconds, name, 'shed'), 0)
  assert.ok(thresholds.every((entry) => entry === 1))
})

test('fifty submits in one millisecond keep no other request out', () => {
  const { seconds } = simulate({ ms: 6_000, load: (ms) => ({ read: 50, submit: ms === 3_000 ? 50_000 : 0 }) })
  assert.deepEqual([sum(seconds, 'submit', 'done'), sum(seconds, 'read', 'shed')], [50, 0])
})

test('a processor that stops for three seconds is back six seconds later', () => {
  const { seconds } = simulate({
    ms: 20_000,
    speed: (ms) => (ms >= 5_000 && ms < 8_000 ? 0 : 1),
    load: () => times(0.5),
  })
  assert.equal(sum(seconds.slice(14), 'read', 'shed'), 0)
  assert.ok(served(seconds.slice(9), 'submit') > 0.99)
})

describe('which callers of a class are let in', () => {
  const callers = Array.from({ length: 2_000 }, (_, index) => `caller ${index}`)
  const rank = rankOf('read')
  test('a caller keeps a bucket for ten minutes, and each class changes its buckets at another time (last-hour#admission-hash)', () => {
    for (const caller of callers.slice(0, 50)) {
      // A millisecond after this class has changed its buckets.
      const start = 3 * DAGOR.bucketMs - (rank / CLASSES.length) * DAGOR.bucketMs + 1
      assert.equal(bucketOf(rank, caller, start, 7), bucketOf(rank, caller, start + DAGOR.bucketMs - 2, 7))
      assert.notEqual(bucketOf(rank, caller, start, 7), bucketOf(rank, caller, start + DAGOR.bucketMs, 7))
      assert.equal(bucketOf(2, caller, start, 7), bucketOf(2, caller, start - 2, 7))
    }
  })
  test('no bucket has far more callers than another, and under another secret the callers have other buckets', () => {
    const counts = Array.from({ length: BUCKET_COUNT }, () => 0)
    for (const caller of callers) counts[bucketOf(rank, caller, 0, 7)]!++
    assert.ok(Math.max(...counts) < 3 * (callers.length / BUCKET_COUNT) && Math.min(...counts) > 0)
    assert.ok(
      callers.filter((caller) => bucketOf(rank, caller, 0, 7) === bucketOf(rank, caller, 0, 8)).length <
        callers.length / 20,
    )
  })
  test('if a fifth is let in, every caller is among them at least once an hour', () => {
    for (const caller of callers) {
      for (let start = 0; start < 6; start++) {
        const turns = Array.from({ length: 6 }, (_, turn) =>
          bucketOf(rank, caller, (start + turn) * DAGOR.bucketMs, 7),
        )
        assert.ok(Math.min(...turns) < BUCKET_COUNT / 5, turns.join())
      }
    }
  })
  test('nearly every caller who asks often is either let in on all pages or on none', () => {
    const { ins, attempts } = simulate({ ms: 20_000, callers: 300, load: () => ({ read: 1_000 }) })
    const shares = [...attempts]
      .filter(([, count]) => count > 30)
      .map(([key, count]) => (ins.get(key) ?? 0) / count)
    const between = shares.filter((share) => share > 0.3 && share < 0.7).length
    assert.ok(shares.length > 200 && between < shares.length / 5, `${between} of ${shares.length}`)
  })
})

describe('an admission that is called by hand', () => {
  const storm = ({ turnMs = 10, calls = 3 } = {}) => {
    let now = 0
    const admission = new Admission({
      clock: () => now,
      wallClock: () => now,
      slots: 16,
    })
    const come = (name: (typeof CLASSES)[number], more: { onOverdue?: () => void } = {}) => {
      const arrival = { class: name, caller: () => `${now}`, headers: {}, ...more }
      return admission.admits(arrival) ? admission.enter(arrival, () => {}) : undefined
    }
    const until = (ms: number, each: () => void = () => {}) => {
      for (; now < ms; now += turnMs) {
        for (let index = 0; index < calls; index++) each()
        admission.tick()
      }
    }
    return { admission, come, until, clock: () => now }
  }
  test('R7 under overload, a submit at work for 50 ms is reported overdue once, and keeps its slot until it is done; in calm it is not reported', () => {
    const { admission, come, until, clock } = storm()
    let told = 0
    const calm = come('submit', { onOverdue: () => told++ })
    until(200)
    assert.equal(told, 0)
    calm?.()
    until(1_500, () => come('read'))
    assert.ok(admission.measured().threshold < 1)
    const inFlight = () => admission.measured().inFlight
    const before = inFlight()
    const leave = come('submit', { onOverdue: () => told++ })
    const since = clock()
    until(since + 50)
    assert.deepEqual([told, inFlight()], [0, before + 1])
    until(since + 200)
    assert.deepEqual([told, inFlight()], [1, before + 1])
    leave?.()
    assert.equal(inFlight(), before)
  })
  test('R7 a storm soon moves the threshold: after 600 ms, at most a sixth of the reads are let in', () => {
    const { admission, come, until } = storm({ calls: 20 })
    until(600, () => come('read'))
    const ofReads = admission.measured().threshold * CLASSES.length - rankOf('read')
    assert.ok(ofReads < 1 / 6, `${ofReads}`)
  })
  test('with many requests, a slow turn of the event loop counts as a wait; with few, the loop is busy with something else', () => {
    const come = (calls: number) => {
      const result = storm({ turnMs: 120, calls })
      result.until(2_000, () => result.come('read')?.())
      return result.admission.measured()
    }
    assert.ok(come(60).queueMs > 20 && come(60).threshold < 1)
    assert.deepEqual([come(5).queueMs, come(5).threshold], [0, 1])
  })
})

test('a million invented accounts and devices take no memory', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let now = 0
  const admission = new Admission({ clock: () => now, wallClock: () => now })
  const call = (index: number) => {
    const arrival = { class: 'read', caller: () => `invented ${index}`, headers: {} } as const
    if (admission.admits(arrival)) admission.enter(arrival, () => {})
  }
  for (; now < 3_000; now += 25) {
    for (let index = 0; index < 40; index++) call(index)
    admission.tick()
  }
  assert.ok(admission.measured().threshold < 1)
  collect()
  const before = process.memoryUsage()
  for (let index = 0; index < 1_000_000; index++) call(index)
  collect()
  const after = process.memoryUsage()
  assert.ok(after.heapUsed + after.external - before.heapUsed - before.external < 2_000_000)
  assert.ok(admission.measured().waiting <= 512)
})

test('a clock that jumps by an hour, either of the two, forwards or back, stops nothing', () => {
  let [now, wall] = [0, 1_800_000_000_000]
  const admission = new Admission({ clock: () => now, wallClock: () => wall, slots: 8 })
  const outcomes: boolean[] = []
  const arrival = { class: 'submit', caller: () => 'somebody', headers: {} } as const
  const call = () =>
    admission.admits(arrival) ? admission.enter(arrival, (hasSlot) => void outcomes.push(hasSlot)) : undefined
  for (let index = 0; index < 20; index++) call()
  now += 3_600_000
  admission.tick()
  assert.ok(
    outcomes.includes(false) && admission.measured().waiting === 0,
    'whoever waited for an hour is shed',
  )
  assert.equal(admission.measured().classes.submit.rate.admitted, 0)
  for (const jump of [3_600_000, -3_600_000]) {
    wall += jump
    const leave = admission.enter(arrival, () => {})
    leave()
    admission.tick()
  }
  assert.equal(admission.measured().classes.submit.admitted, outcomes.filter(Boolean).length)
})

test('Retry-After is a whole number from 5 to 30, spread over all of them (last-hour#shed-answer)', () => {
  const random = seeded(3)
  const seen = new Set(Array.from({ length: 1_000 }, () => busyRetrySeconds(random)))
  assert.deepEqual(
    [...seen].sort((left, right) => left - right),
    Array.from({ length: 26 }, (_, index) => index + 5),
  )
})
