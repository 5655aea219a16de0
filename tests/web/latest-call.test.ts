import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Loaded } from '../../web/loaded.ts'
import { latestCall } from '../../web/staff-ui/latest-call.ts'

/** A call that a test answers, and the replies that the page accepts. */
function opened() {
  const accepted: Loaded<string>[] = []
  const start = latestCall<string>((reply) => accepted.push(reply))
  const call = Promise.withResolvers<string>()
  const repeated = Promise.withResolvers<string>()
  return { accepted, start, call, repeated }
}

test('a late reply to a call does not replace the reply to the same call when it was repeated', async () => {
  const { accepted, start, call, repeated } = opened()
  const [first, second] = [start(() => call.promise), start(() => repeated.promise)]
  repeated.resolve('newer')
  await second
  call.resolve('older')
  await first
  assert.deepEqual(accepted, [{ data: 'newer' }])
})

test('a late error of a call is ignored too, and an earlier reply waits for the newest call', async () => {
  const { accepted, start, call, repeated } = opened()
  const [first, second] = [start(() => call.promise), start(() => repeated.promise)]
  call.reject(new Error('too late'))
  await first
  assert.deepEqual(accepted, [])
  repeated.resolve('newer')
  await second
  assert.deepEqual(accepted, [{ data: 'newer' }])
})
