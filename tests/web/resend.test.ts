import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type HeldApplication, resend, type SendProgress } from '../../web/sending/resend.ts'
import { openTabs } from '../../web/sending/this-tab.ts'

// Only one tab repeats the submit of an application with a ticket, even if the tab that submitted it is
// closed.

/** An application with a ticket. Another tab has stored it on this device. */
const held: HeldApplication = {
  account: 'ann@example.ke',
  job: 3,
  tab: 'another tab',
  at: 0,
  onServer: false,
  content: {
    context: { applicationId: 7, job: { id: 3, title: 'Clerk', expiry_date: null, documents: 'none' } },
    queued: true,
    ticket: { body: '{}', tickets: ['ticket'], receivedAt: '2026-11-24T11:02:00.000Z' },
  },
}
/** Every API call here submits the application. The function counts the calls. */
const countCalls = (t: TestContext) =>
  t.mock.method(globalThis, 'fetch', async () =>
    Response.json({ is_completed: true, receipt: {}, reference_number: '1' }),
  ).mock

test('W24 a browser that refuses to list its open tabs sends the application from this one', async (t) => {
  t.mock.method(navigator.locks, 'query', () => Promise.reject(new Error('storage is blocked')))
  const calls = countCalls(t)
  assert.equal(await openTabs(), undefined)
  const progress = await new Promise<SendProgress>((resolve) => resend(held, resolve))
  assert.deepEqual([progress.is, calls.callCount()], ['sent', 1])
})
test('a resend that is stopped while it looks at the open tabs sends nothing', async (t) => {
  const calls = countCalls(t)
  // `resend` looks at the open tabs twice: at its start, and before it sends. The second look stops it.
  const queries = t.mock.method(navigator.locks, 'query', async () => {
    if (queries.mock.callCount() > 0) stop()
    return { held: [] }
  })
  const stop = resend(held, () => assert.fail('nothing is sent'))
  while (queries.mock.callCount() < 2) await nextTurn()
  // If the page sent a call, it would do so within one turn after the second look.
  await nextTurn()
  assert.deepEqual([queries.mock.callCount(), calls.callCount()], [2, 0])
})
