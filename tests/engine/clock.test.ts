import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseClock } from '../../server/clock.ts'
import type { Db } from '../../server/database/connect.ts'

const HOUR_MS = 3_600_000

/**
 * Simulates a database and a machine, each with a clock that the test sets. `onTheWay`: how many ms an answer
 * of the database takes.
 */
async function world({ sameMachine = false } = {}) {
  const state = { database: Date.UTC(2026, 10, 24, 11), monotonic: 5_000, boot: 60_000, onTheWay: 0 }
  const events: unknown[] = []
  /** Moves the time forward on all three clocks equally. */
  const pass = (ms: number) => {
    for (const clock of ['database', 'monotonic', 'boot'] as const) state[clock] += ms
  }
  const row = async () => {
    pass(state.onTheWay)
    return { now: new Date(state.database) }
  }
  const clock = await databaseClock({ row } as unknown as Db, {
    log: (_level, event, fields) => void events.push([event, fields?.ms]),
    sameMachine,
    monotonic: () => state.monotonic,
    sinceBoot: () => state.boot,
  })
  clock.stop()
  /** How many ms this process's clock is ahead of the database's. */
  const off = () => clock.now().getTime() - state.database
  return { state, pass, clock, off, events }
}

test('R13 the wall clock of the machine may jump by an hour: it moves nothing', async (context) => {
  const { clock, pass, off, events } = await world()
  context.mock.method(Date, 'now', () => 0)
  for (const ms of [0, 1_000, HOUR_MS]) {
    pass(ms)
    assert.equal(off(), 0)
  }
  await clock.check()
  assert.deepEqual([off(), clock.isOff(), events], [0, false, []])
})

test('R13 between two checks the time follows the monotonic clock, and a small drift is corrected at the next check (last-hour#node-clock)', async () => {
  const { state, clock, pass, off } = await world()
  pass(10_000)
  state.database += 1_500
  assert.equal(off(), -1_500)
  await clock.check()
  assert.deepEqual([off(), clock.isOff()], [0, false])
})

test('R13 an answer that took long to arrive does not move the clock', async () => {
  const { state, clock, off } = await world()
  state.onTheWay = 3_000
  await clock.check()
  assert.equal(off(), 0)
})

for (const jump of [HOUR_MS, -HOUR_MS])
  test(`R13 the machine of the embedded database jumps by ${jump / HOUR_MS} hour: no deadline moves, and it is logged once`, async () => {
    const { state, clock, pass, off, events } = await world({ sameMachine: true })
    state.database += jump
    for (let check = 0; check < 20; check++) {
      pass(10_000)
      await clock.check()
    }
    assert.deepEqual([off(), clock.isOff(), events], [-jump, false, [['clock.jumped', jump]]])
    state.database -= jump
    await clock.check()
    assert.equal(off(), 0)
  })

test('R13 a database elsewhere that says another time is followed after five seconds, and until then this node is off (last-hour#node-clock)', async () => {
  const { state, clock, pass, off, events } = await world()
  state.database += HOUR_MS
  for (let check = 0; check < 4; check++) {
    await clock.check()
    assert.deepEqual([off(), clock.isOff()], [-HOUR_MS, true])
    pass(1_000)
  }
  await clock.check()
  assert.deepEqual([off(), clock.isOff(), events], [0, false, [['clock.jumped', HOUR_MS]]])
})

test('R13 one wrong answer among right ones is never followed', async () => {
  const { state, clock, off } = await world()
  for (let round = 0; round < 10; round++) {
    const wrong = round % 2 ? HOUR_MS : -HOUR_MS
    state.database += wrong
    await clock.check()
    assert.equal(clock.isOff(), true)
    state.database -= wrong
    await clock.check()
    assert.deepEqual([off(), clock.isOff()], [0, false])
  }
})

test('R13 a machine that slept wakes up with the time of its database, also if the database is on the same machine', async () => {
  for (const sameMachine of [true, false]) {
    const { state, clock, off, events } = await world({ sameMachine })
    state.database += HOUR_MS
    state.boot += HOUR_MS
    await clock.check()
    assert.deepEqual([off(), clock.isOff(), events], [0, false, []])
  }
})
