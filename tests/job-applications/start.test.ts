import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { count, loggedIn } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// A person starts an application for a job.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const start = '/api/job-applications/'
const check = (id: number) => `/api/job-applications/check/${id}/`

describe('L10 GET /api/job-applications/check/{id}/', () => {
  test('L10 always three keys: for no application, a draft and a submitted one', async () => {
    const { visitor } = await loggedIn(portal)
    const [id = 0] = await postJobs(portal, {})
    assert.deepEqual((await visitor.get(check(id))).json, {
      exists: false,
      is_completed: false,
      application_id: null,
    })
    const started = (await visitor.post(start, { job: id })).json
    assert.deepEqual((await visitor.get(check(id))).json, {
      exists: true,
      is_completed: false,
      application_id: started.id,
    })
    await portal.db.run(sql`
      update job_applications set is_completed = true, submitted_at = ${portal.clock.now()}, reference_number = 'X' where id = ${started.id}`)
    assert.deepEqual((await visitor.get(check(id).slice(0, -1))).json, {
      exists: true,
      is_completed: true,
      application_id: started.id,
    })
  })
  test('T10 of an unknown job, and of another person’s application, the same answer: none', async () => {
    const [mine, other] = [await loggedIn(portal), await loggedIn(portal)]
    const [id = 0] = await postJobs(portal, {})
    await mine.visitor.post(start, { job: id })
    assert.equal(
      (await other.visitor.get(check(id))).text,
      (await other.visitor.get(check(2_000_000_000))).text,
    )
  })
  test('J7 an id that is no id is 404', async () => {
    const { visitor } = await loggedIn(portal)
    for (const id of ['x', '0', '-1', '99999999999'])
      assert.equal((await visitor.get(`/api/job-applications/check/${id}/`)).status, 404, id)
  })
})

describe('W9 POST /api/job-applications/', () => {
  test('W9 the first call creates the row (201), the second finds it (200); the field may be called `job` or `job_id`', async () => {
    const { visitor, id: userId } = await loggedIn(portal)
    const [id = 0] = await postJobs(portal, {})
    const [first, second, third] = [
      await visitor.post(start, { job: id }),
      await visitor.post(start, { job_id: String(id) }),
      await visitor.post(start.slice(0, -1), { job: String(id) }),
    ]
    assert.deepEqual([first?.status, second?.status, third?.status], [201, 200, 200])
    for (const { json } of [first, second, third]) {
      assert.deepEqual(Object.keys(json).sort(), [
        'application_id',
        'exists',
        'id',
        'is_completed',
        'message',
        'reference_number',
        'version',
      ])
      assert.deepEqual(
        [json.id, json.application_id, json.exists, json.is_completed, json.reference_number],
        [first?.json.id, first?.json.id, true, false, null],
      )
    }
    assert.equal(await count(portal, sql`select from job_applications where user_id = ${userId}`), 1)
  })
  test('T21 twenty calls at once make one row, one notification and one answer of 201', async () => {
    const { visitor, id: userId } = await loggedIn(portal)
    const [id = 0] = await postJobs(portal, {})
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.post(start, { job: id })))
    assert.deepEqual(
      answers.map((entry) => entry.status).sort((left, right) => left - right),
      [...Array(19).fill(200), 201],
    )
    assert.equal(new Set(answers.map((entry) => entry.json.id)).size, 1)
    assert.equal(await count(portal, sql`select from job_applications where user_id = ${userId}`), 1)
    assert.equal(await count(portal, sql`select from notifications where user_id = ${userId}`), 1)
  })
  test('W24 a closed job is 409 with its own sentence; an application from before can still be opened', async () => {
    const [early, late] = [await loggedIn(portal), await loggedIn(portal)]
    const [id = 0] = await postJobs(portal, {
      expiry_date: new Date(portal.clock.now().getTime() + 1_000).toISOString(),
    })
    assert.equal((await early.visitor.post(start, { job: id })).status, 201)
    portal.clock.advance(1_000)
    assert.equal((await early.visitor.post(start, { job: id })).status, 200, 'at its last moment it is open')
    portal.clock.advance(1)
    const refused = await late.visitor.post(start, { job: id })
    assert.deepEqual(
      [refused.status, refused.json.message, refused.json.error, refused.json.detail],
      [409, ...Array(3).fill('Applications for this job have closed.')],
    )
    assert.equal((await early.visitor.post(start, { job: id })).status, 200)
  })
  test('an unknown job and an inactive job get the same 404', async () => {
    const { visitor } = await loggedIn(portal)
    const [id = 0] = await postJobs(portal, { is_active: false })
    const [hidden, missing] = [
      await visitor.post(start, { job: id }),
      await visitor.post(start, { job: 2_000_000_000 }),
    ]
    assert.deepEqual([hidden.status, hidden.text], [404, missing.text])
  })
  for (const body of [
    {},
    { job: null },
    { job: '' },
    { job: 0 },
    { job: -1 },
    { job: 1.5 },
    { job: '1 or 1=1' },
    { job: [1] },
    { job: { id: 1 } },
    { job: true },
    { job: 1e30 },
    { job_id: 'x' },
    { job: 99_999_999_999 },
  ]) {
    test(`${JSON.stringify(body)} is 422 and stores nothing`, async () => {
      const { visitor, id } = await loggedIn(portal)
      const answer = await visitor.post(start, body)
      assert.equal(answer.status, 422)
      assert.ok(Array.isArray(answer.json.job ?? answer.json.job_id))
      assert.equal(await count(portal, sql`select from job_applications where user_id = ${id}`), 0)
    })
  }
  test('T20 other fields of the body are ignored', async () => {
    const { visitor, id: userId } = await loggedIn(portal)
    const [id = 0] = await postJobs(portal, {})
    await visitor.post(start, {
      job: id,
      user_id: 1,
      user: 1,
      is_completed: true,
      reference_number: 'X',
      id: 7,
      status: 'Hired',
      created_at: '2000-01-01',
    })
    const row = await portal.db.row<Record<string, unknown>>(
      sql`select user_id, is_completed, reference_number, created_at from job_applications where job_id = ${id}`,
    )
    assert.deepEqual(row, {
      user_id: userId,
      is_completed: false,
      reference_number: null,
      created_at: portal.clock.now(),
    })
  })
})
