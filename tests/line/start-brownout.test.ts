import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { test, type TestContext } from 'node:test'
import { type Brownout, TICK_MS } from '../../server/brownout/brownout.ts'
import { startBrownout } from '../../server/brownout/start-brownout.ts'

/** What a tick does in a test. The false clock moves on by `takesMs` while it runs. */
type Tick = { takesMs: number; error?: Error }

/** Starts the worker with a stub of the brownout level, on a false clock that only the test moves. */
function started(t: TestContext, ticks: Tick[]) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  // The worker imports its timer by name, and such an import follows the false clock only after this.
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.timers.reset()
    syncBuiltinESMExports()
  })
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  const events: string[] = []
  const startedAtMs: number[] = []
  const brownout: Pick<Brownout, 'tick' | 'release'> = {
    async tick() {
      startedAtMs.push(nowMs)
      const { takesMs, error } = ticks.shift() ?? { takesMs: 0 }
      nowMs += takesMs
      if (error) throw error
    },
    async release() {
      events.push('released')
    },
  }
  const worker = startBrownout((level, event) => void events.push(`${level} ${event}`), brownout)
  /** Moves the clock, after the worker has begun its pause and before it continues. */
  const passMs = async (ms: number) => {
    await new Promise(setImmediate)
    nowMs += ms
    t.mock.timers.tick(ms)
    await new Promise(setImmediate)
  }
  return { worker, events, startedAtMs, passMs }
}

test('each tick starts a second after the start of the last one, or at once if that one took longer', async (t) => {
  const { worker, startedAtMs, passMs } = started(t, [
    { takesMs: 300 },
    { takesMs: TICK_MS + 500 },
    { takesMs: 0 },
  ])
  await passMs(699)
  assert.deepEqual(startedAtMs, [0])
  await passMs(1)
  assert.deepEqual(startedAtMs, [0, 1_000, 2_500])
  await worker.stop()
})

test('a tick that fails is logged, and the next one starts after a second', async (t) => {
  const { worker, events, startedAtMs, passMs } = started(t, [{ takesMs: 0, error: new Error('no') }])
  await passMs(TICK_MS - 1)
  assert.deepEqual([startedAtMs, events], [[0], ['warn brownout.waiting']])
  await passMs(1)
  assert.deepEqual([startedAtMs, events], [[0, TICK_MS], ['warn brownout.waiting']])
  await worker.stop()
})

test('after the last tick the level is released once, so that another process may move it', async (t) => {
  const { worker, events, startedAtMs, passMs } = started(t, [])
  await passMs(1)
  await worker.stop()
  await worker.stop()
  await passMs(TICK_MS)
  assert.deepEqual([startedAtMs, events], [[0], ['released']])
})
