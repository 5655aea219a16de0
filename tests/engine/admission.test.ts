import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Class } from '#contract/endpoint.ts'
import { Admission } from '../../server/admission/admission.ts'

/** A call that asks for a slot, as the server's hook makes it. */
const enter = (
  admission: Admission,
  name: Class,
  more: { needs?: 'hash' | 'files'; headers?: Record<string, string> } = {},
) => {
  const call = { outcome: 'waiting' as 'waiting' | 'in' | 'shed', leave: () => {} }
  call.leave = admission.enter(
    { class: name, caller: () => 'somebody', headers: {}, ...more },
    (hasSlot) => void (call.outcome = hasSlot ? 'in' : 'shed'),
  )
  return call
}

test('the portal is idle when no call is being answered, not even a login; an upload under way does not count', async () => {
  const admission = new Admission()
  enter(admission, 'save', { needs: 'files' })
  await admission.whenIdle()
  const [login, sending] = [enter(admission, 'login', { needs: 'hash' }), enter(admission, 'submit')]
  let isIdle = false
  const waiting = admission.whenIdle().then(() => (isIdle = true))
  login.leave()
  const later = enter(admission, 'login', { needs: 'hash' })
  sending.leave()
  await new Promise(setImmediate)
  assert.equal(isIdle, false)
  later.leave()
  await waiting
})

test('many uploads that start at once are no overload while their bodies are still to come, although their tokens are looked up', () => {
  let now = 0
  const admission = new Admission({ clock: () => now, databaseWaits: () => ({ waiting: 300, ms: 420 }) })
  for (let index = 0; index < 600; index++)
    admission.admits({ class: 'save', needs: 'files', caller: () => `${index}`, headers: {} })
  enter(admission, 'public').leave()
  // The ticks come late, because the event loop was busy with the heads of the requests. The loop sets `now`,
  // which is the clock of the admission.
  for (now of [330, 510]) admission.tick()
  assert.equal(admission.measured().threshold, 1)
})

test('a few calls that wait while connections are opened are no overload: to shed them would help no one', () => {
  let now = 0
  const admission = new Admission({ clock: () => now, databaseWaits: () => ({ waiting: 1, ms: 200 }) })
  for (let index = 0; index < 7; index++) {
    admission.admits({ class: 'public', needs: undefined, caller: () => `${index}`, headers: {} })
    enter(admission, 'public').leave()
  }
  // The loop sets `now`, which is the clock of the admission.
  for (now of [490, 510]) admission.tick()
  assert.equal(admission.measured().threshold, 1)
})

test('after a window with many served calls, a storm lowers the threshold as soon as many calls came and one has waited for 50 ms', () => {
  let now = 0
  const admission = new Admission({ clock: () => now, slots: 4 })
  for (let served = 0; served < 300; served++) enter(admission, 'read').leave()
  while (now < 500) {
    now += 10
    admission.tick()
  }
  for (let index = 0; index < 128; index++) {
    assert.ok(admission.admits({ class: 'read', needs: undefined, caller: () => `${index}`, headers: {} }))
    enter(admission, 'read')
  }
  now = 540
  admission.tick()
  assert.equal(admission.measured().threshold, 1)
  now = 550
  admission.tick()
  assert.ok(admission.measured().threshold < 1)
})

test('under overload a submit at work is overdue after 50 ms while other calls are shed, and after 80 ms while none is', () => {
  let now = 0
  const admission = new Admission({ clock: () => now, databaseWaits: () => ({ waiting: 1, ms: 900 }) })
  const come = (name: Class) => admission.admits({ class: name, caller: () => `${now}`, headers: {} })
  /** Sends one call of a class every 10 ms, until the clock reaches this time. */
  const until = (ms: number, name: Class) => {
    for (; now < ms; now += 10) {
      if (come(name)) enter(admission, name).leave()
      admission.tick()
    }
  }
  /** How many ms a submit waits until it is refused as overdue, while calls of another class arrive. */
  const overdueAfter = (name: Class) => {
    const [from, times] = [now, [] as number[]]
    const leave = admission.enter(
      { class: 'submit', caller: () => 'somebody', headers: {}, onOverdue: () => times.push(now - from) },
      () => {},
    )
    until(from + 200, name)
    leave()
    return times
  }
  until(1_000, 'submit')
  assert.deepEqual(overdueAfter('submit'), [90])
  until(20_000, 'read')
  assert.deepEqual(overdueAfter('read'), [60])
})

test('under overload, people whose turn in the line has come are let in before new callers', () => {
  let now = 0
  const admission = new Admission({ clock: () => now })
  const leaving: { at: number; leave: () => void }[] = []
  const counts = { new: { came: 0, in: 0 }, called: { came: 0, in: 0 } }
  const come = (who: keyof typeof counts, caller: string | 0) => {
    const arrival = { class: 'login' as const, needs: 'hash' as const, caller: () => caller, headers: {} }
    counts[who].came++
    if (!admission.admits(arrival)) return
    const call = { at: Infinity, leave: () => {} }
    call.leave = admission.enter(arrival, (hasSlot) => {
      if (!hasSlot) return
      counts[who].in++
      leaving.push(Object.assign(call, { at: now + 400 }))
    })
  }
  // Each second brings a thousand new callers and forty whose turn in the line has come. The portal serves
  // 80.
  for (; now < 20_000; now++) {
    while ((leaving[0]?.at ?? Infinity) <= now) leaving.shift()?.leave()
    // Count only the second half of the time, because by then the threshold is stable.
    if (now === 10_000) counts.new = { came: 0, in: 0 }
    if (now === 10_000) counts.called = { came: 0, in: 0 }
    come('new', `newcomer ${now}`)
    if (now % 25 === 0) come('called', 0)
    if (now % 10 === 0) admission.tick()
  }
  const share = ({ came, in: inside }: { came: number; in: number }) => inside / came
  assert.ok(share(counts.new) < 0.1, `${counts.new.in} of ${counts.new.came} newcomers`)
  assert.ok(share(counts.called) > 0.8, `${counts.called.in} of ${counts.called.came} called`)
})
