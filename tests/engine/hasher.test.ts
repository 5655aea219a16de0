import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createHasher } from '../../server/hasher.ts'
import { Refusal } from '../../server/http/refuse.ts'
import { expectRetryTime } from '../support/retry-time.ts'

/** Expects a refusal because the portal is busy, with the time after which the caller may come again. */
const isBusy = (error: unknown) => {
  assert.ok(error instanceof Refusal && error.kind === 'busy', String(error))
  expectRetryTime(error.retryAfter)
  return true
}

describe('T27: many passwords at once', () => {
  const hasher = createHasher({ memoryKib: 8, passes: 1 })
  after(() => hasher.close())

  test('each password gets its own verdict, whatever else is checked at the same time', async () => {
    const stored = await hasher.hash('Correct-horse-7')
    const tries = Array.from({ length: 40 }, (_, index) =>
      index % 3 === 0 ? 'Correct-horse-7' : `Wrong-${index}`,
    )
    const answers = await Promise.all(tries.map((secret) => hasher.verify(stored, secret)))
    assert.deepEqual(
      answers,
      tries.map((secret) => secret === 'Correct-horse-7'),
    )
  })

  test('a check against a damaged hash fails alone', async () => {
    const stored = await hasher.hash('Correct-horse-7')
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        hasher.verify(index === 20 ? 'not a hash' : stored, 'Correct-horse-7'),
      ),
    )
    assert.deepEqual(
      outcomes
        .map(({ status }, index) => (status === 'rejected' ? index : undefined))
        .filter((index) => index !== undefined),
      [20],
    )
  })

  test('a hash that would be late because of the queue before it is refused before it starts', async () => {
    const slow = createHasher({ longestMs: 1 })
    assert.equal(slow.isFull(), false)
    // A hash runs on after its caller was refused. The first finished hash shows how long a hash takes, and
    // the queue then counts as full.
    while (!slow.isFull()) await assert.rejects(slow.hash('Correct-horse-7'), { kind: 'busy' })
    await assert.rejects(slow.hash('Correct-horse-7'), isBusy)
    await slow.close()
  })

  test('T1 a hasher that was busy at its first check does not show afterwards whether an account is known', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.on('unhandledRejection', note)
    const busy = createHasher({ memoryKib: 8, passes: 1 })
    const stored = await hasher.hash('Correct-horse-7')
    // 24 hashes are made at once and 64 wait, so the next caller is refused.
    const hashing = Array.from({ length: 88 }, () => busy.hash('Another-horse-7'))
    await assert.rejects(busy.verify(stored, 'Correct-horse-7'), { kind: 'busy' })
    await assert.rejects(busy.verify(undefined, 'Correct-horse-7'), { kind: 'busy' })
    await Promise.all(hashing)
    assert.equal(await busy.verify(stored, 'Correct-horse-7'), true)
    assert.equal(await busy.verify(undefined, 'Correct-horse-7'), false)
    await busy.close()
    process.off('unhandledRejection', note)
    assert.deepEqual(unhandled, [])
  })

  test('a caller without an answer in time is refused, because the portal is busy', async () => {
    const slow = createHasher({ longestMs: 1 })
    const hashing = slow.hash('Correct-horse-7')
    await assert.rejects(hashing, isBusy)
    await slow.close()
  })
})
