import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql, type Tx } from '../../server/database/connect.ts'
import {
  findApplied,
  findByDocument,
  findByEmail,
  findByName,
  findByPhone,
  findByReference,
  findHelped,
  findEmails,
} from '../../server/support/store.ts'
import { member } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { plansOf } from '../support/plans.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
  const { id } = await member(portal)
  const [job] = await postJobs(portal, {})
  const now = portal.clock.now()
  // Adds 20,000 people, a submitted application of each person, and 20,000 queued emails.
  const patient = portal.db.patient(60)
  await patient.run(sql`
    insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code,
      ward_code, phone, is_pwd, created_at)
    select 'p' || n || '@example.com', 'x', 'Name', 'Last', 'ID Card', (90000000 + n)::text, 'F', date '1960-01-01' + n % 9000, county_code,
      constituency_code, ward_code, '+2547' || lpad(n::text, 8, '0'), false, created_at
    from users, generate_series(1, 20000) n where users.id = ${id}`)
  await patient.run(sql`
    insert into job_applications (user_id, job_id, created_at, updated_at, is_completed, submitted_at, reference_number)
    select id, ${job}::bigint, ${now}::timestamptz, ${now}::timestamptz, true, ${now}::timestamptz, 'R' || id from users`)
  await patient.run(sql`
    insert into outbox (topic, payload, priority, run_at, created_at)
    select 'decisions.status', jsonb_build_object('list', 1, 'application', n), 1, ${now}, ${now} from generate_series(1, 20000) n`)
  await patient.run(sql`analyze`)
})
after(() => portal.close())

describe('support finds a person without reading all people', () => {
  const BY: [string, (tx: Tx) => Promise<unknown>, RegExp][] = [
    ['an email', (tx) => findByEmail(tx, 'p7@example.com'), /users_email/],
    ['a phone', (tx) => findByPhone(tx, '+254700000007'), /users_phone/],
    ['an ID number', (tx) => findByDocument(tx, '90000007'), /users_document/],
    ['a reference', (tx) => findByReference(tx, 'R7'), /job_applications_reference_number_key/],
    ['a name and a day', (tx) => findByName(tx, ['name', 'last'], '1960-01-08'), /users_born/],
    ['the data of one person', (tx) => findHelped(tx, 7, portal.clock.now()), /users_pkey/],
    ['the applications of one person', (tx) => findApplied(tx, 7), /job_applications_person_job/],
    ['the emails of one person', (tx) => findEmails(tx, { id: 7, email: 'p7@example.com' }), /outbox_about/],
  ]
  for (const [what, ask, index] of BY) {
    test(`${what}: by an index`, async () => {
      const plan = (await plansOf(portal.db, ask)).join('\n')
      assert.match(plan, index)
      assert.doesNotMatch(plan, /Seq Scan on (?:users|job_applications|outbox)/)
    })
  }
})
