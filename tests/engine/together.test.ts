import assert from 'node:assert/strict'
import { test } from 'node:test'
import { together } from '../../server/database/together.ts'

/** A database that answers or fails only when the test says so. */
const asking = (most = 10) => {
  const batches: { keys: number[]; answer: () => void; fail: () => void }[] = []
  const ask = together(
    (keys: number[]) =>
      new Promise<string>((resolve, reject) =>
        batches.push({ keys, answer: () => resolve(keys.join()), fail: () => reject(new Error('away')) }),
      ),
    most,
  )
  return { ask, batches }
}
/** Waits one turn of the event loop, in which a query that is due is sent. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('R7 keys that callers want while a query runs go into the next query, each key once', async () => {
  const { ask, batches } = asking()
  const first = ask([1, 2])
  await turn()
  const others = [ask([2, 3]), ask([3, 4])]
  await turn()
  assert.deepEqual(batches[0]?.keys, [1, 2])
  assert.equal(batches.length, 1)
  batches[0]?.answer()
  await turn()
  assert.deepEqual(batches[1]?.keys, [2, 3, 4])
  batches[1]?.answer()
  assert.deepEqual(await Promise.all([first, ...others]), ['1,2', '2,3,4', '2,3,4'])
})

test('R7 no caller gets what was read before they asked', async () => {
  const { ask, batches } = asking()
  const first = ask([1])
  await turn()
  const later = ask([1])
  batches[0]?.answer()
  await first
  await turn()
  assert.deepEqual(batches[1]?.keys, [1])
  batches[1]?.answer()
  await later
})

test('R5 a query that fails fails only for its own callers, and the next query runs', async () => {
  const { ask, batches } = asking()
  const first = ask([1])
  await turn()
  const next = ask([2])
  batches[0]?.fail()
  await assert.rejects(first, /away/)
  await turn()
  batches[1]?.answer()
  assert.equal(await next, '2')
})

test('R9 a query takes the keys of several callers up to a limit; the other callers wait for the query after it', async () => {
  const { ask, batches } = asking(3)
  const all = [ask([1, 2]), ask([3, 4]), ask([5, 6, 7, 8])]
  for (const index of [0, 1, 2]) {
    await turn()
    batches[index]?.answer()
  }
  assert.deepEqual(await Promise.all(all), ['1,2', '3,4', '5,6,7,8'])
})
