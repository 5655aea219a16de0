import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  ENTRY_WORDS,
  INCOMPLETE_WORDS,
  JOB_RULE_WORDS,
  NEXT_WORDS,
} from '#contract/job-applications/words.ts'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { knownSentence } from '../../server/reports/known-sentences.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { WIRE } from '#contract/wire.ts'
import { sql, statements } from '../../server/database/connect.ts'
import {
  flushValidationStatistics,
  startValidationStatistics,
  sweepValidationStatistics,
} from '../../server/reports/validation-statistics.ts'
import { validationCounter } from '../../server/reports/validation-counter.ts'
import { nextMinute, register, registration, loggedIn } from '../support/accounts.ts'
import { asForm, PARTIAL, readyToSend, SUBMIT } from '../support/answers.ts'
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts'
import { postJobs, until } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { type Officer, officer } from '../support/staff.ts'

// The portal counts which error messages people get. It stores nothing of what they typed.

let portal: Portal
let proxy: DatabaseProxy
let auditor: Officer
before(async () => {
  portal = await openPortal({ between: async (url) => (proxy = await databaseProxy(url)).url })
  auditor = await officer(portal, 'auditor')
})
beforeEach(async () => {
  nextMinute()
  portal.clock.set(A_TUESDAY)
  portal.deps.validationCounter?.take()
  await portal.db.run(sql`delete from validation_statistics`)
})
after(async () => {
  await portal.close()
  await proxy.close()
})

/** Writes the counts that the process has in memory into the database. */
const flush = () => flushValidationStatistics(portal.deps)
/** `place` is a form (`apply`) or a call. `times` is how often people got the message there. */
type Row = { day: string; job_id: number; place: string; field: string; message: string; times: number }
const rows = () =>
  portal.db.rows<Row>(sql`select * from validation_statistics order by place, field, message`)
/** Reports error messages of a form to the portal, as pages do when they refuse to submit the form. */
const sendFieldErrors = (body: Record<string, unknown>) =>
  portal.visitor().post('/api/validation-statistics/', body)
/** The test types this name into every field. The portal must store it nowhere. */
const CANARY = 'Zawadi Kanarienvogel'

describe('the errors that people get are counted', () => {
  test('by day, job, call, field and sentence; each line of the pre-check counts by itself', async () => {
    const [id = 0] = await postJobs(portal, {})
    const { visitor } = await loggedIn(portal)
    await visitor.post(PARTIAL, { job_id: id })
    for (const _ of [1, 2]) assert.equal((await visitor.post(SUBMIT, { job_id: id })).status, 422)
    await flush()
    const found = await rows()
    const lines = [
      INCOMPLETE_WORDS.education,
      INCOMPLETE_WORDS.experience,
      INCOMPLETE_WORDS.referees,
      NEXT_WORDS.education,
      NEXT_WORDS.experience,
      NEXT_WORDS.referees(1),
    ]
    assert.deepEqual(found.map(({ message }) => message).sort(), [...lines].sort())
    for (const entry of found)
      assert.deepEqual(
        [entry.day, entry.job_id, entry.place, entry.field, entry.times],
        ['2026-11-24', id, 'POST /api/job-applications/submit/', 'non_field_errors', 2],
      )
  })
  test('errors of a form with files count for its job too: of the answers, and of the files themselves', async () => {
    const { visitor, jobId } = await readyToSend(portal, { over: { referees: [] } })
    const sendForm = async (path: string, bytes: Uint8Array) => {
      const body = asForm({ job_id: String(jobId), cv: new File([new Uint8Array(bytes)], 'cv.pdf') })
      const headers = { authorization: `Token ${visitor.token}` }
      return (await fetch(portal.url + path, { method: 'POST', body, headers })).status
    }
    assert.deepEqual(
      [await sendForm(SUBMIT, pdf()), await sendForm(PARTIAL, new TextEncoder().encode('not a document'))],
      [422, 422],
    )
    await flush()
    assert.deepEqual(
      (await rows()).map(({ job_id, place, field }) => [job_id, place, field]),
      [
        [jobId, 'POST /api/job-applications/partial-save/', 'cv'],
        [jobId, 'POST /api/job-applications/submit/', 'non_field_errors'],
        [jobId, 'POST /api/job-applications/submit/', 'non_field_errors'],
      ],
    )
  })
  test('an address with and without the last slash counts as one place; errors of officers do not count', async () => {
    const body = { ...registration(), phone: '1' }
    await register(portal, body)
    await portal.visitor().post('/api/register', { ...body })
    await auditor.visitor.post('/api/staff/login/', {})
    await flush()
    const found = await rows()
    assert.deepEqual(new Set(found.map(({ place }) => place)), new Set(['POST /api/register/']))
    assert.deepEqual(
      found.filter(({ field }) => field === 'phone').map(({ message, times }) => [message, times]),
      [[REGISTRATION.phone, 2]],
    )
  })
  test('a refusal without fields counts by its own sentence; refusals that only programs get do not count', async () => {
    const applicant = await readyToSend(portal)
    await portal.db.run(sql`update jobs set is_active = false where id = ${applicant.jobId}`)
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    await portal.visitor().post('/api/login/', { email: 'nobody@example.org', password: 'x' })
    await portal.visitor().get('/api/nowhere/')
    await portal.visitor().get('/api/user/profile/')
    await portal
      .visitor()
      .request('POST', '/api/login/', { raw: '{', headers: { 'content-type': 'application/json' } })
    await flush()
    assert.deepEqual(
      (await rows()).map(({ message }) => message).sort(),
      [REFUSALS.job_closed.message, REFUSALS.wrong_credentials.message].sort(),
    )
  })
  test('officers read the most frequent first, by job and of all, of today and a week; after 92 days the counts are deleted', async () => {
    const [first = 0, two = 0] = await postJobs(portal, {}, {})
    /** Makes people see this error message the given number of times, on the day that is `days` ago. */
    const makeFieldError = async (days: number, job_id: number, times: number, message: string) => {
      portal.clock.set(new Date(A_TUESDAY.getTime() - days * 86_400_000))
      for (let time = 0; time < times; time++)
        await sendFieldErrors({ place: 'apply', job_id, faults: [{ field: 'company', message }] })
    }
    await makeFieldError(0, first, 2, ENTRY_WORDS.company)
    await makeFieldError(3, first, 5, ENTRY_WORDS.position)
    await makeFieldError(3, two, 4, ENTRY_WORDS.company)
    await makeFieldError(7, first, 9, ENTRY_WORDS.start)
    await makeFieldError(100, first, 1, ENTRY_WORDS.end)
    portal.clock.set(A_TUESDAY)
    await flush()
    const read = async (path: string) =>
      (await auditor.visitor.get(path)).json.faults.map((entry: Row & { today: number; week: number }) => [
        entry.message,
        entry.today,
        entry.week,
      ])
    assert.deepEqual(await read(`/api/staff/jobs/${first}/reports/`), [
      [ENTRY_WORDS.position, 0, 5],
      [ENTRY_WORDS.company, 2, 2],
    ])
    assert.deepEqual(await read('/api/staff/reports/'), [
      [ENTRY_WORDS.company, 2, 6],
      [ENTRY_WORDS.position, 0, 5],
    ])
    // Both calls send the last step of the form, so officers see them as one place: step 5.
    await portal.db.run(sql`
      insert into validation_statistics (day, job_id, place, field, message, times)
      select '2026-11-24', ${two}, place, 'non_field_errors', ${NEXT_WORDS.education}, 3
      from unnest(array['POST /api/job-applications/submit/', 'PUT /api/job-applications/update/{id}/']) place`)
    const { faults: problems } = (await auditor.visitor.get(`/api/staff/jobs/${two}/reports/`)).json
    assert.deepEqual(
      problems.map((entry: Row & { week: number }) => [entry.place, entry.field, entry.week]),
      [
        ['Apply, step 5', 'non_field_errors', 6],
        ['Apply, step 3', 'company', 4],
      ],
    )
    await sweepValidationStatistics(
      portal.db,
      new Date(A_TUESDAY.getTime() - REPORTS.fieldErrorDays * 86_400_000),
    )
    assert.deepEqual(
      (await rows()).filter(({ message }) => message === ENTRY_WORDS.end),
      [],
    )
  })
})

describe('nothing that someone typed is counted', () => {
  test('CANARY whatever is typed into any field of any form, in every place a sentence could come from', async () => {
    const { visitor } = await loggedIn(portal)
    const [id = 0] = await postJobs(portal, {})
    await register(portal, Object.fromEntries(Object.keys(registration()).map((field) => [field, CANARY])))
    await visitor.post(PARTIAL, {
      job_id: id,
      [CANARY]: 1,
      address: `${CANARY} `.repeat(60),
      education: CANARY,
      unfinished: { step: CANARY },
    })
    await visitor.post(SUBMIT, { job_id: id, idempotency_key: CANARY.repeat(9), [CANARY]: CANARY })
    await visitor.post(`/api/job-applications/${CANARY}/`, {})
    await portal.visitor().post('/api/login/', { email: CANARY, password: CANARY })
    for (const message of [
      CANARY,
      `No counties found matching "${CANARY}"`,
      `${REGISTRATION.phone} ${CANARY}`,
      `${CANARY}\n${REGISTRATION.phone}`,
    ]) {
      await sendFieldErrors({
        place: 'register',
        faults: [
          { field: CANARY, message },
          { field: 'phone', message },
        ],
      })
    }
    await sendFieldErrors({ place: CANARY, faults: [] })
    await sendFieldErrors({
      place: 'apply',
      faults: [
        { field: 'year_of_completion', message: ENTRY_WORDS.yearRange(1950, 2027).replace('1950', 'Zawadi') },
      ],
    })
    // Reads the counts in the process's memory, and puts them back.
    const held = JSON.stringify(
      portal.deps.validationCounter
        ?.take()
        .map((entry) => (portal.deps.validationCounter?.giveBack([entry]), entry)),
    )
    assert.ok(held.length > 500)
    await flush()
    const written = JSON.stringify(await rows())
    for (const text of [
      held,
      written,
      JSON.stringify((await auditor.visitor.get('/api/staff/reports/')).json),
    ])
      assert.doesNotMatch(text, /Zawadi|Kanarienvogel/i)
    assert.ok(
      (await rows()).some(({ field, message }) => field === '' && message === ''),
      'it is counted without its words',
    )
  })
  test('every sentence of the forms is known to the counter, also those with a number in them', () => {
    const sentences = [
      ...Object.values(ENTRY_WORDS).map((entry) =>
        typeof entry === 'string' ? entry : (entry as (...its: unknown[]) => string)(1950, 2027),
      ),
      ...[1, 2, 5].map((fewest) => NEXT_WORDS.referees(fewest)),
      ...Object.values(REGISTRATION),
      ...Object.values(INCOMPLETE_WORDS),
      JOB_RULE_WORDS.tooYoung(35),
      WIRE.tooLong(2_000),
      DOCUMENT_WORDS.missing(['cv', 'cover_letter']),
    ]
    for (const sentence of sentences) assert.ok(knownSentence(sentence), sentence)
    assert.equal(knownSentence(ENTRY_WORDS.yearRange(1950, 2027)), 'Year must be between … and …')
  })
  test('errors for an unknown job are not stored, and errors for a real job are', async () => {
    const [id = 0] = await postJobs(portal, {})
    for (const job_id of [id, 999_999])
      await sendFieldErrors({
        place: 'apply',
        job_id,
        faults: [{ field: 'company', message: ENTRY_WORDS.company }],
      })
    await flush()
    assert.deepEqual(
      (await rows()).map(({ job_id }) => job_id),
      [id],
    )
  })
})

describe('counting delays no caller', () => {
  test('counting needs no SQL statement during the refused call, and one when the counts are stored', async () => {
    const { visitor } = await loggedIn(portal)
    const [id = 0] = await postJobs(portal, {})
    await visitor.post(SUBMIT, { job_id: id })
    // Records each SQL statement that the portal runs.
    const statementsRun: string[] = []
    const { run, rows: some, row } = portal.deps.db
    Object.assign(portal.deps.db, {
      run: (query: { text: string }) => (statementsRun.push(query.text), run(query as never)),
    })
    await visitor.post(SUBMIT, { job_id: id })
    assert.deepEqual(
      statementsRun.filter((text) => text.includes('validation_statistics')),
      [],
    )
    await flush()
    assert.equal(statementsRun.filter((text) => text.includes('validation_statistics')).length, 1)
    await flush()
    assert.equal(
      statementsRun.filter((text) => text.includes('validation_statistics')).length,
      1,
      'nothing new, nothing asked',
    )
    Object.assign(portal.deps.db, { run, rows: some, row })
    assert.ok(statements().length > 0)
  })
  test('R5 a database that is away: calls are refused as ever, nothing counted is lost, and it is written down once', async () => {
    await sendFieldErrors({ place: 'apply', faults: [{ field: 'company', message: ENTRY_WORDS.company }] })
    proxy.cut()
    await assert.rejects(flush())
    assert.equal(
      (
        await sendFieldErrors({
          place: 'apply',
          faults: [{ field: 'company', message: ENTRY_WORDS.company }],
        })
      ).status,
      200,
    )
    await assert.rejects(flush())
    proxy.mend()
    await until(
      'the database is back',
      () => portal.visitor().get('/readyz'),
      ({ json }) => json.status === 'ready',
    )
    for (const _ of [1, 2]) await flush()
    assert.deepEqual(
      (await rows()).map(({ times }) => times),
      [2],
    )
  })
  test('the counts in memory are stored before the portal stops', async () => {
    const counting = startValidationStatistics(portal.deps)
    await sendFieldErrors({ place: 'profile', faults: [{ field: 'phone', message: REGISTRATION.phone }] })
    await counting.stop()
    assert.equal((await rows()).length, 1)
  })
  test('the memory holds a limited number of different counts', () => {
    const counter = validationCounter(3)
    for (let jobId = 1; jobId < 10; jobId++)
      for (const _ of [1, 2])
        counter.add({
          day: '2026-11-24',
          jobId,
          place: 'apply',
          fieldErrors: [['company', ENTRY_WORDS.company]],
        })
    assert.deepEqual(
      counter.take().map(({ jobId, times }) => [jobId, times]),
      [
        [1, 2],
        [2, 2],
        [3, 2],
      ],
    )
    assert.deepEqual(counter.take(), [])
  })
})
