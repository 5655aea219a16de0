import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openApplication } from '../../web/job-applications/open-application.ts'
import { fetchJobs } from '../../web/selection-rules/jobs-to-copy.ts'
import { holdCalls } from '../support/held-calls.ts'

// Calls of the pages that start together as soon as they can, while the test holds their answers.

/** Answers the calls of the pages by their addresses, once the test releases them. */
function answerCalls(t: TestContext, answers: (address: string) => unknown) {
  const held = holdCalls()
  t.mock.method(globalThis, 'fetch', async (address: string) => {
    await held.wait(address)
    return Response.json(answers(address))
  })
  held.hold()
  // A failed test must not leave calls to the next one that never end.
  t.after(held.letGo)
  /** Waits until these calls have started, and checks that no other call starts a moment later. */
  const expectStarted = async (calls: string[]) => {
    for (let waits = 0; waits < 200 && held.sorted().length < calls.length; waits++) await pause(10)
    await pause(20)
    assert.deepEqual(held.sorted(), calls.toSorted())
  }
  return { ...held, expectStarted }
}

describe('the application form of a job', () => {
  const JOB = '/api/jobs/3/'
  const CHECK = '/api/job-applications/check/3/'
  const SENT = '/api/job-applications/7/'
  const DRAFT = `${SENT}?draft=true`
  const FIRST = [CHECK, JOB, '/api/qualification-levels/', '/api/user/profile/']
  const application = { is_completed: false, education: [], experience: [], referees: [], documents: [] }
  const answersWith = (check: object, draft: object) => (address: string) => {
    if (address === CHECK) return { exists: true, is_completed: false, application_id: 7, ...check }
    if (address === DRAFT) return { ...application, updated_at: '2026-11-24T09:00:00Z', ...draft }
    if (address === SENT) return { ...application, is_completed: true, address: 'P.O. Box 1' }
    if (address === JOB) return { id: 3, title: 'Clerk', is_expired: false, documents: 'none' }
    return address.includes('profile') ? { user: {}, phone: '' } : []
  }

  test('the draft loads as soon as the check names it, although the job is not known', async (t) => {
    const { expectStarted, release, letGo } = answerCalls(t, answersWith({}, {}))
    const opened = openApplication(3, 'ann@example.ke')
    await expectStarted(FIRST)
    release(CHECK)
    await expectStarted([...FIRST, DRAFT])
    letGo()
    assert.equal((await opened).is, 'started')
    await expectStarted([...FIRST, DRAFT])
  })

  const correction = { version: 2, reopened_at: '2026-11-24T09:00:00Z' }
  test('W15 for a correction, the draft and the version that was sent load together', async (t) => {
    const reopened = { is_completed: true, is_reopened: true }
    const { expectStarted, release, letGo } = answerCalls(t, answersWith(reopened, { correction }))
    const opened = openApplication(3, 'ann@example.ke')
    await expectStarted(FIRST)
    release(CHECK)
    await expectStarted([...FIRST, DRAFT, SENT])
    letGo()
    const found = await opened
    assert.ok(found.is === 'started')
    assert.equal(found.opened.copy.context.correction?.version, 2)
    assert.equal(found.opened.copy.context.correction.sent.address, 'P.O. Box 1')
    await expectStarted([...FIRST, DRAFT, SENT])
  })

  test('W15 a correction that was opened after the check loads what was sent, too', async (t) => {
    const { letGo } = answerCalls(t, answersWith({}, { correction }))
    letGo()
    const found = await openApplication(3, 'ann@example.ke')
    assert.ok(found.is === 'started')
    assert.equal(found.opened.copy.context.correction?.sent.address, 'P.O. Box 1')
  })

  test('an application that is sent, and not corrected, is not loaded', async (t) => {
    const { letGo, expectStarted } = answerCalls(t, answersWith({ is_completed: true }, {}))
    letGo()
    assert.deepEqual(await openApplication(3, 'ann@example.ke'), { is: 'completed' })
    await expectStarted(FIRST)
  })
})

describe('the jobs from which a rule can be copied', () => {
  const FIRST = '/api/staff/jobs/'
  const pageOf = (number: number) => `${FIRST}?page=${number}`
  const numbered = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => pageOf(first + index))
  /** A list with so many pages, each with a job of its own and one that each page repeats. */
  const listOf = (pages: number) => (address: string) => ({
    pages,
    results: [{ id: 0 }, { id: Number(/\d+$/.exec(address)?.[0] ?? 1) }],
  })

  test('the second page and those after it load together, at most ten at the same time', async (t) => {
    const { expectStarted, release, letGo } = answerCalls(t, listOf(15))
    const jobs = fetchJobs()
    await expectStarted([FIRST])
    release(FIRST)
    await expectStarted([FIRST, ...numbered(2, 11)])
    letGo()
    assert.deepEqual(
      (await jobs).map(({ id }) => id),
      Array.from({ length: 16 }, (_, id) => id),
    )
    await expectStarted([FIRST, ...numbered(2, 15)])
  })
  test('of a list without an end, twenty pages load; of a short list, one', async (t) => {
    const long = answerCalls(t, listOf(70))
    long.letGo()
    assert.equal((await fetchJobs()).length, 21)
    await long.expectStarted([FIRST, ...numbered(2, 20)])
    t.mock.restoreAll()
    const short = answerCalls(t, listOf(1))
    short.letGo()
    assert.equal((await fetchJobs()).length, 2)
    await short.expectStarted([FIRST])
  })
})
