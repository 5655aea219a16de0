import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import { gate } from '../../server/http/admission.ts'
import { toldByMinute } from '../../server/http/told-by-minute.ts'
import { openDoors, quietAt } from '../../server/http/doors.ts'
import { openPortal } from '../support/portal.ts'

const caller = () => {
  const connection = new EventEmitter()
  return { onClose: (closed: () => void) => void connection.once('close', closed), leave: () => connection.emit('close') }
}

test('D6: more than the slots wait, more than the queue are told at once, and a slot passes on when its connection closes', async () => {
  const { enter, state } = gate({ slots: 2, queue: 1, waitMs: 60_000 })
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

test('D6: a caller that goes away while it waits leaks nothing', async () => {
  const { enter, state } = gate({ slots: 1, queue: 5, waitMs: 60_000 })
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

test('D6: work that is done and then a connection that closes give one slot back, not two', async () => {
  const { enter, state } = gate({ slots: 2, queue: 0, waitMs: 60_000 })
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

test('D6: nobody waits longer than the limit', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { enter } = gate({ slots: 1, queue: 5, waitMs: 200 })
  await enter(caller().onClose)
  const late = enter(caller().onClose)
  context.mock.timers.tick(200)
  assert.equal(await late, false)
})

test('it is quiet when no call is being answered at either door; a file on its way does not count', async () => {
  const doors = openDoors()
  const [login, sending, upload, later] = [caller(), caller(), caller(), caller()]
  await doors.uploads.enter(upload.onClose)
  await quietAt(doors)
  await doors.account.enter(login.onClose)
  await doors.others.enter(sending.onClose)
  let quiet = false
  const waiting = quietAt(doors).then(() => (quiet = true))
  // Nobody is at the one door any more; then somebody comes to it before the other is left.
  login.leave()
  await doors.account.enter(later.onClose)
  sending.leave()
  await new Promise(setImmediate)
  assert.equal(quiet, false)
  later.leave()
  await waiting
})

test('T29 who is refused for want of room is one warning at once, and one a minute of how many more, by kind', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: unknown[] = []
  const tell = toldByMinute((...line) => void lines.push(line), 'request.shed')
  for (let time = 0; time < 193; time++) tell('busy')
  tell('busy', '57P03')
  assert.deepEqual(lines.splice(0), [
    ['warn', 'request.shed', { kind: 'busy', count: 1 }],
    ['warn', 'request.shed', { kind: 'busy', count: 1, code: '57P03' }],
  ])
  context.mock.timers.tick(60_000)
  assert.deepEqual(lines.splice(0), [['warn', 'request.shed', { kind: 'busy', count: 192 }]])
  context.mock.timers.tick(60_000)
  assert.deepEqual(lines.splice(0), [])
  tell('busy')
  assert.equal(lines.length, 1)
})

test('D6, T27: the doors stand before a call however its address is spelled', async () => {
  const full = gate({ slots: 0, queue: 0, waitMs: 0 })
  const portal = await openPortal({ app: { doors: { account: full, others: full, uploads: full } } })
  try {
    const { hostname, port, host } = new URL(portal.url)
    const statusOf = (target: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = http.request({ hostname, port, path: target, headers: { accept: 'text/html' } }, (answer) => {
          answer.resume()
          resolve(answer.headers['content-type'] === 'application/json; charset=utf-8' ? answer.statusCode : 0)
        })
        asked.on('error', reject).end()
      })
    for (const target of ['/api/csrf/', '/%61pi/csrf/', '/ap%69/csrf', `http://${host}/api/csrf/`]) assert.equal(await statusOf(target), 503, target)
  } finally {
    await portal.close()
  }
})
