import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LogFields } from '../../server/deps.ts'
import { restAfterParts, worker } from '../../server/worker.ts'

const EVERY_MS = 5

const started = (
  pass: (stopping: AbortSignal) => Promise<number | undefined>,
  afterLastPass?: () => Promise<void>,
) => {
  const lines: [string, string, LogFields | undefined][] = []
  const run = worker((level, event, fields) => void lines.push([level, event, fields]), {
    failureEvent: 'work.failed',
    everyMs: EVERY_MS,
    pass,
    ...(afterLastPass ? { afterLastPass } : {}),
  })
  return { run, lines }
}

test('one pass follows the other, and never two at the same time', async () => {
  let [atWork, most, passes] = [0, 0, 0]
  const { promise: three, resolve } = Promise.withResolvers<void>()
  const { run } = started(async () => {
    most = Math.max(most, ++atWork)
    await new Promise((done) => setTimeout(done, 3 * EVERY_MS))
    atWork--
    if (++passes === 3) resolve()
    return undefined
  })
  await three
  await run.stop()
  assert.equal(most, 1)
})

test('an error is logged without its message, and the next pass comes', async () => {
  let passes = 0
  const { promise: again, resolve } = Promise.withResolvers<void>()
  const { run, lines } = started(async () => {
    if (++passes === 1) throw Object.assign(new TypeError('CANARY'), { code: '23505' })
    resolve()
    return undefined
  })
  await again
  await run.stop()
  assert.equal(lines.length, 1)
  const [[level, event, { stack = '', ...fields } = {}] = []] = lines
  assert.deepEqual([level, event, fields], ['warn', 'work.failed', { error: 'TypeError', code: '23505' }])
  assert.match(stack, /^at .*\(tests\/engine\/worker\.test\.ts:\d+:\d+\)/)
  assert.doesNotMatch(JSON.stringify(lines), /CANARY/)
})

test('a pass returns the pause before the next one; a stop waits for a pass that runs, but not for a pause', async () => {
  let passes = 0
  const { promise: firstStart, resolve: begin } = Promise.withResolvers<void>()
  const { promise: barrier, resolve: open } = Promise.withResolvers<void>()
  const { run } = started(async (stopping) => {
    // The first two passes of the worker ask for almost no pause, the third for an hour.
    if (++passes < 3) return passes === 1 ? 0 : 1
    begin()
    await barrier
    assert.equal(stopping.aborted, true)
    return 3_600_000
  })
  await firstStart
  assert.equal(run.isAtWork(), true)
  let stopped = false
  const stopping = run.stop().then(() => void (stopped = true))
  await new Promise(setImmediate)
  assert.equal(stopped, false)
  open()
  await stopping
  assert.equal(run.isAtWork(), false)
  assert.equal(passes, 3)
})

test('the last work is done once, after the last pass, and its error stops no one', async () => {
  const done: string[] = []
  const { run, lines } = started(
    async () => void done.push('pass'),
    async () => {
      done.push('last')
      throw new Error('no')
    },
  )
  await run.stop()
  await run.stop()
  assert.deepEqual(done, ['pass', 'last'])
  assert.equal(lines.length, 1)
})

test('with restAfterParts(3), a rest is three times as long as the part of the work before it', async () => {
  const rest = restAfterParts(3)
  await new Promise((done) => setTimeout(done, 20))
  const restedFrom = performance.now()
  await rest()
  // A timer may end up to a millisecond early.
  assert.ok(performance.now() - restedFrom >= 55)
})
