import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CLASSES } from '#contract/endpoint.ts'
import { Pool, type PoolOptions } from '../../server/admission/pool.ts'
import { rankOf } from '../../server/http/class-slots.ts'
import { CODEL, codelQueue, type Waiter } from '../../server/admission/queue.ts'
import { nextThreshold, ADMIT_ALL } from '../../server/admission/threshold.ts'
import { seats } from '../../server/database/seats.ts'

describe('the threshold', () => {
  /** What one window of 500 ms measured: each bucket of callers sent one call, and all were served. */
  const window = (over: Partial<Parameters<typeof nextThreshold>[1]>) => ({
    arrivals: new Uint32Array(ADMIT_ALL).fill(1),
    queueingMs: 0,
    served: ADMIT_ALL,
    emptyMs: 0,
    ...over,
  })
  test('DAGOR: after waits above 20 ms a twentieth less is let in, after shorter waits a hundredth of the arrivals more; all are let in once the queue was empty for 5 s (last-hour#admission-threshold)', () => {
    assert.equal(nextThreshold(ADMIT_ALL, window({ queueingMs: 21 })), Math.ceil(ADMIT_ALL * 0.95))
    assert.equal(nextThreshold(600, window({ queueingMs: 19 })), Math.ceil(600 + ADMIT_ALL / 100))
    assert.equal(nextThreshold(600, window({ emptyMs: 5_000 })), ADMIT_ALL)
  })
  test('in a window the threshold falls by at most half, and it never falls into the class of submits', () => {
    let threshold: number = ADMIT_ALL
    const seen = Array.from(
      { length: 6 },
      () => (threshold = nextThreshold(threshold, window({ queueingMs: 900, served: 0 }))),
    )
    assert.deepEqual(seen, [448, 224, 128, 128, 128, 128])
  })
})

describe('CoDel', () => {
  const waiter = (since: number): Waiter => ({ sinceMs: since, classRank: 3, hasTicket: false, settle() {} })
  test('in a burst a call may wait half a second, in a standing queue 50 ms; once the queue was empty, half a second again (last-hour#admission-queue)', () => {
    const line = codelQueue()
    line.add(waiter(0))
    assert.equal(line.removeLate(CODEL.intervalMs - 1, false).length, 0)
    line.add(waiter(480))
    assert.deepEqual(
      line.removeLate(500, false).map(({ sinceMs: since }) => since),
      [0],
    )
    line.add(waiter(540))
    // The oldest call has waited longer than CoDel's target for a whole interval: the limit is now 50 ms.
    assert.deepEqual(
      [line.removeLate(551, false).map(({ sinceMs: since }) => since), line.isStanding()],
      [[480], true],
    )
    assert.deepEqual(
      [line.removeLate(591, false).map(({ sinceMs: since }) => since), line.isStanding()],
      [[540], true],
    )
    line.add(waiter(600))
    line.take(640, false)
    assert.equal(line.isStanding(), false)
    line.add(waiter(700))
    assert.equal(line.removeLate(1_139, false).length, 0)
  })
})

describe('slots', () => {
  /**
   * A pool with one slot. `outcomes` lists the calls that were let in, and with a `-` those that were shed.
   */
  const line = (options: Partial<PoolOptions> = {}) => {
    const pool = new Pool({ slots: 1, maxWaiting: 10, ...options })
    const outcomes: string[] = []
    const enter = (
      name: (typeof CLASSES)[number],
      label: string,
      since = 0,
      hasTicket = false,
      overloaded = false,
    ) => {
      const waiter: Waiter = {
        sinceMs: since,
        classRank: rankOf(name),
        hasTicket,
        settle: (hasSlot) => void outcomes.push(hasSlot ? label : `-${label}`),
      }
      pool.enter(waiter, overloaded)
      return waiter
    }
    return { pool, enter, outcomes }
  }
  /** All calls leave the pool. Repeat this, because a waiting call gets the slot that another one leaves. */
  const drain = (queue: ReturnType<typeof line>, first: Waiter, waiters: Waiter[], overloaded: boolean) => {
    queue.pool.leave(first, 10, overloaded)
    for (let left = waiters.length; left > 0; left--)
      for (const waiter of waiters) queue.pool.leave(waiter, 10, overloaded)
    return queue.outcomes
  }
  test('a submit with a ticket goes first, then each class in its order; under overload the newest of the lower ones', () => {
    for (const overloaded of [false, true]) {
      const queue = line()
      const first = queue.enter('read', 'at work')
      const waiting = (['read', 'save', 'submit', 'login'] as const).flatMap((name) => [
        queue.enter(name, `${name} 1`),
        queue.enter(name, `${name} 2`, 1),
      ])
      waiting.push(queue.enter('submit', 'ticket', 2, true))
      const order: string[] = []
      // The labels below are in the order of `waiting`.
      const labels = [
        'read 1',
        'read 2',
        'save 1',
        'save 2',
        'submit 1',
        'submit 2',
        'login 1',
        'login 2',
        'ticket',
      ]
      for (let index = 0; index < labels.length; index++) {
        const atWork = index === 0 ? first : waiting[labels.indexOf(order.at(-1)!)]!
        queue.pool.leave(atWork, 10, overloaded)
        order.push(queue.outcomes.at(-1)!)
      }
      const reads = overloaded ? ['read 2', 'read 1'] : ['read 1', 'read 2']
      assert.deepEqual(order, [
        'ticket',
        'submit 1',
        'submit 2',
        'save 1',
        'save 2',
        'login 1',
        'login 2',
        ...reads,
      ])
    }
  })
  test('a call that leaves frees its slot exactly once, from the queue or at work, however often it leaves', () => {
    const queue = line()
    const [first, second, third] = [
      queue.enter('read', 'a'),
      queue.enter('read', 'b'),
      queue.enter('read', 'c'),
    ]
    queue.pool.leave(second, 1, false)
    for (let time = 0; time < 3; time++) queue.pool.leave(first, 2, false)
    assert.deepEqual(queue.outcomes, ['a', '-b', 'c'])
    queue.pool.leave(third, 3, false)
    assert.deepEqual(queue.pool.state(), { inFlight: 0, waiting: 0 })
    assert.equal(drain(queue, first, [], false).length, 3)
  })
  test('a full queue sheds the oldest call of the lowest class; it also sheds a new call that is worth no more', () => {
    const queue = line({ maxWaiting: 2 })
    queue.enter('read', 'at work')
    queue.enter('public', 'public')
    queue.enter('staff', 'staff')
    queue.enter('submit', 'submit')
    queue.enter('public', 'late')
    assert.deepEqual(queue.outcomes, ['at work', '-public', '-late'])
  })
  test('a reserved slot serves only its class, and a class gets no more slots than its maximum (last-hour#reserved-slots)', () => {
    const queue = line({ slots: 4, reservedSlots: { submit: 1, public: 1 }, maxSlots: { extra: 1 } })
    for (const name of ['extra', 'extra', 'read', 'read', 'public', 'submit'] as const)
      queue.enter(name, name)
    assert.deepEqual(queue.outcomes, ['extra', 'read', 'public', 'submit'])
  })
})

test('under overload a submit is shed at once if more calls wait before it than start in 50 ms; a submit with a ticket waits', () => {
  const outcomes: string[] = []
  const pool = new Pool({ slots: 1, maxWaiting: 512 })
  const enter = (label: string, { hasTicket = false, overloaded = true } = {}) => {
    const waiter: Waiter = {
      sinceMs: 0,
      classRank: rankOf('submit'),
      hasTicket,
      settle: (hasSlot) => void outcomes.push(hasSlot ? label : `-${label}`),
    }
    pool.enter(waiter, overloaded)
    return waiter
  }
  for (let index = 0; index < 20; index++) pool.leave(enter(''), 0, true)
  // Twenty calls were served in a window of 500 ms, which means two in 50 ms.
  pool.takeWindow(500, 500)
  outcomes.length = 0
  for (const label of ['at work', '1', '2', '3', '4', '5']) enter(label)
  enter('with a ticket', { hasTicket: true })
  enter('in calm', { overloaded: false })
  assert.deepEqual(outcomes, ['at work', '-4', '-5'])
})

describe('connections to the database', () => {
  /** Waits some turns of the microtask queue, until free connections have been given to those who wait. */
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  test('some connections are kept for urgent work, which goes first; other work waits for its turn, and its wait is measured (last-hour#queueing-time)', async () => {
    let now = 0
    const held = seats(3, { reserve: 1, waitMs: 1_000, clock: () => now })
    const order: string[] = []
    const ends: Record<string, () => void> = {}
    const ask = (name: string, urgent: boolean) =>
      held.during(urgent, () => {
        order.push(name)
        return new Promise<void>((end) => (ends[name] = end))
      })
    const all = [
      ask('read 1', false),
      ask('read 2', false),
      ask('read 3', false),
      ask('submit 1', true),
      ask('submit 2', true),
    ]
    await turns()
    assert.deepEqual([order, held.waits().waiting], [['read 1', 'read 2', 'submit 1'], 2])
    now = 30
    ends['read 1']?.()
    await turns()
    assert.equal(order.at(-1), 'submit 2')
    ends['submit 1']?.()
    await turns()
    assert.equal(order.length, 4, 'the last one is kept for urgent work')
    now = 50
    ends['submit 2']?.()
    await turns()
    assert.deepEqual([order.at(-1), held.waits()], ['read 3', { waiting: 0, ms: 80 }])
    ends['read 2']?.()
    ends['read 3']?.()
    await Promise.all(all)
  })
  test('a caller gives up after a while, and then holds no connection', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const held = seats(1, { reserve: 0, waitMs: 2_000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = held.during(false, () => promise)
    const second = held.during(false, async () => assert.fail('it had given up'))
    const failed = assert.rejects(second, /timeout exceeded when trying to connect/)
    context.mock.timers.tick(2_000)
    await failed
    resolve()
    await first
    assert.equal(await held.during(false, async () => 'free'), 'free')
  })
})
