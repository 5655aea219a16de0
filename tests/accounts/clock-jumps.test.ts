import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { count, login, PASSWORD, loggedIn } from '../support/accounts.ts'
import { answers, APPLICATIONS, PARTIAL, SUBMIT } from '../support/answers.ts'
import { postJobs } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { beforeDeadline, sendWith, ticketFor } from '../support/tickets.ts'

const HOUR = 3_600_000
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

test('A12 the server’s clock goes back an hour and is corrected: the session lasts, saved text stays, and one application is submitted', async () => {
  const { visitor, email } = await loggedIn(portal)
  const [job = 0] = await postJobs(portal, {})
  const { json } = await visitor.post(APPLICATIONS, { job })
  const save = async (address: string) => visitor.post(PARTIAL, { job_id: job, ...answers({ address }) })
  assert.equal((await save('Isiolo')).status, 200)
  portal.clock.advance(-HOUR)
  assert.equal((await visitor.get('/api/user/profile/')).status, 200)
  assert.equal((await save('Garissa')).status, 200)
  assert.equal((await login(portal.visitor(), email, PASSWORD)).status, 200)
  portal.clock.set(A_TUESDAY)
  assert.equal((await visitor.get('/api/user/profile/')).status, 200)
  assert.equal((await visitor.get(`${APPLICATIONS}${json.id}/`)).json.address, 'Garissa')
  portal.clock.advance(-HOUR)
  const sent = await visitor.post(SUBMIT, { job_id: job, idempotency_key: 'jump', ...answers() })
  portal.clock.set(A_TUESDAY)
  const again = await visitor.post(SUBMIT, { job_id: job, idempotency_key: 'jump', ...answers() })
  assert.deepEqual(
    [sent.status, again.status, again.json.reference_number],
    [200, 200, sent.json.reference_number],
    sent.text + again.text,
  )
  assert.equal(await count(portal, sql`select from submissions where application_id = ${json.id}`), 1)
})

test('A12 the server’s clock jumps an hour ahead and is corrected: a session that started meanwhile stays valid, but not for longer than its hours', async () => {
  const { visitor, email } = await loggedIn(portal)
  portal.clock.advance(HOUR)
  assert.equal((await visitor.get('/api/user/profile/')).status, 401)
  const late = portal.visitor()
  late.token = (await login(late, email, PASSWORD)).json.token
  portal.clock.set(A_TUESDAY)
  assert.equal((await late.get('/api/user/profile/')).status, 200)
  portal.clock.advance(2 * HOUR)
  assert.equal((await late.get('/api/user/profile/')).status, 401)
})

test('A12 a ticket from a clock that was ahead is refused as of the future once the clock is corrected; without the ticket the submit succeeds', async () => {
  // A person with a draft application for a job that closes in three hours.
  const applicant = await beforeDeadline(portal, {
    expiry_date: new Date(A_TUESDAY.getTime() + 3 * HOUR).toISOString(),
  })
  portal.clock.advance(HOUR / 2)
  // When a submit fails in the server, the portal answers with a ticket. The ticket proves when the applicant
  // submitted.
  const ticket = await ticketFor(portal, applicant.visitor, applicant.body)
  portal.clock.advance(-HOUR / 2)
  const early = await sendWith(applicant.visitor, applicant.body, ticket)
  assert.deepEqual([early.status, early.json.code], [409, 'submit_ticket_future'])
  assert.equal((await applicant.visitor.post(SUBMIT, applicant.body)).status, 200)
})
