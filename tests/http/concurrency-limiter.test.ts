import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { concurrencyLimiter } from '../../server/http/concurrency-limiter.ts'
import { shedLog } from '../../server/http/shed.ts'
import { logByMinute } from '../../server/http/log-by-minute.ts'

/** A connection as the limiter of calls sees it. `leave` closes it. */
const caller = () => {
  const connection = new EventEmitter()
  return {
    onClose: (closed: () => void) => void connection.once('close', closed),
    leave: () => connection.emit('close'),
  }
}

test('D6: calls beyond the slots wait, calls beyond the queue are refused at once, and a closed connection passes its slot on', async () => {
  const { enter, state } = concurrencyLimiter({ slots: 2, queue: 1, waitMs: 60_000 })
  const [first, second, third, fourth] = [caller(), caller(), caller(), caller()]
  assert.equal(await enter(first.onClose), true)
  assert.equal(await enter(second.onClose), true)
  const waiting = enter(third.onClose)
  assert.equal(await enter(fourth.onClose), false)
  assert.deepEqual(state(), { inFlight: 2, waiting: 1 })
  first.leave()
  assert.equal(await waiting, true)
  second.leave()
  third.leave()
  fourth.leave()
  assert.deepEqual(state(), { inFlight: 0, waiting: 0 })
})

test('D6: a caller that leaves while waiting takes no slot', async () => {
  const { enter, state } = concurrencyLimiter({ slots: 1, queue: 5, waitMs: 60_000 })
  const [first, second, third] = [caller(), caller(), caller()]
  await enter(first.onClose)
  const gone = enter(second.onClose)
  const next = enter(third.onClose)
  second.leave()
  assert.equal(await gone, false)
  first.leave()
  assert.equal(await next, true)
  third.leave()
  assert.deepEqual(state(), { inFlight: 0, waiting: 0 })
})

test('D6: work that ends, and a connection that closes after it, free one slot, not two', async () => {
  const { enter, state } = concurrencyLimiter({ slots: 2, queue: 0, waitMs: 60_000 })
  const [first, second] = [caller(), caller()]
  await enter(first.onClose)
  let done = () => {}
  await enter((leave) => {
    done = leave
    second.onClose(leave)
  })
  done()
  second.leave()
  done()
  assert.deepEqual(state(), { inFlight: 1, waiting: 0 })
})

test('D6: no caller waits longer than the limit', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { enter } = concurrencyLimiter({ slots: 1, queue: 5, waitMs: 200 })
  await enter(caller().onClose)
  const late = enter(caller().onClose)
  context.mock.timers.tick(200)
  assert.equal(await late, false)
})

test('T29 a frequent event is logged once at once, and then once a minute with the number of repetitions, by kind', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: unknown[] = []
  const tell = logByMinute((...line) => void lines.push(line), 'request.no_free_space')
  for (let time = 0; time < 193; time++) tell('busy')
  tell('busy', 'ENOSPC')
  assert.deepEqual(lines.splice(0), [
    ['warn', 'request.no_free_space', { kind: 'busy', count: 1 }],
    ['warn', 'request.no_free_space', { kind: 'busy', count: 1, code: 'ENOSPC' }],
  ])
  context.mock.timers.tick(60_000)
  // Of 193 refused calls, the first has already written its own log line.
  assert.deepEqual(lines.splice(0), [['warn', 'request.no_free_space', { kind: 'busy', count: 192 }]])
  context.mock.timers.tick(60_000)
  assert.deepEqual(lines.splice(0), [])
  tell('busy')
  assert.equal(lines.length, 1)
})

test('last hour: shed calls are one counted line a second, by class and cause, and no error (last-hour#shed-log)', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: unknown[] = []
  const tell = shedLog((...line) => void lines.push(line))
  for (let time = 0; time < 193; time++) tell('read')
  tell('submit')
  // PostgreSQL's code 57P03 means "cannot connect now".
  tell('submit', '57P03')
  assert.deepEqual(lines, [])
  context.mock.timers.tick(1_000)
  assert.deepEqual(lines.splice(0), [
    ['warn', 'request.shed', { count: 195, shed: { read: 193, submit: 1, 'submit 57P03': 1 } }],
  ])
  context.mock.timers.tick(60_000)
  assert.deepEqual(lines, [])
})
