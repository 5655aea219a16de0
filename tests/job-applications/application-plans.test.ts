import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import {
  answers,
  APPLICATIONS,
  detailPath,
  PARTIAL,
  put,
  readyToSend,
  SUBMIT,
  updatePath,
} from '../support/answers.ts'
import { ask } from '../support/assistant.ts'
import { until } from '../support/jobs.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'

const PEOPLE = 4_000
const JOBS = 5

let portal: Portal
let client: pg.Client
before(async () => {
  portal = await openPortal()
  client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
})
after(async () => {
  await client.end()
  await portal.close()
})

/** Tables that grow with every applicant. Jobs and places are few, so statements read them whole. */
const LARGE = [
  'users',
  'job_applications',
  'submissions',
  'application_documents',
  'draft_copies',
  'notifications',
  'outbox',
]

/** Inserts four thousand applicants, each with applications for five jobs and all their rows. */
const fill = async () => {
  const applicant = await readyToSend(portal)
  await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
  const day = portal.clock.now()
  await portal.db.run(sql`
    insert into users (email, password_hash, first_name, middle_name, last_name, document_type, id_number, gender, date_of_birth, country, county_code,
      constituency_code, ward_code, phone, is_pwd, email_verified_at, created_at)
    select 'many' || n || '@example.com', password_hash, first_name, middle_name, last_name, document_type, (30000000 + n)::text, gender, date_of_birth, country,
      county_code, constituency_code, ward_code, phone, is_pwd, email_verified_at, created_at
    from users, generate_series(1, ${PEOPLE}) n where id = ${applicant.id}`)
  await portal.db.run(sql`
    insert into jobs (reference, title, department, location, job_type_id, description_html, qualification_html, preview, expiry_date, created_at, updated_at)
    select 'MANY/' || n, title, department, location, job_type_id, description_html, qualification_html, preview, ${day}::timestamptz + n * interval '9 days', created_at, updated_at
    from jobs, generate_series(1, ${JOBS}) n where id = ${applicant.jobId}`)
  // For half of the jobs, the application is submitted. For the other half, it is a draft.
  await portal.db.run(sql`
    insert into job_applications (user_id, job_id, is_completed, reference_number, submitted_at, education, created_at, updated_at)
    select users.id, jobs.id, jobs.id % 2 = 0, case when jobs.id % 2 = 0 then 'R' || users.id || '/' || jobs.id end, case when jobs.id % 2 = 0 then ${day}::timestamptz end,
      '[]', ${day}, ${day}
    from users, jobs where users.email like 'many%' and jobs.reference like 'MANY/%'`)
  await portal.db.run(sql`
    insert into submissions (application_id, frozen, digest, salt, signature, key, receipt, submitted_at)
    select application.id, frozen, digest, salt, signature, key, receipt, ${day} from job_applications application, submissions
    where application.reference_number like 'R%/%' and submissions.application_id = ${applicant.applicationId}`)
  await portal.db.run(sql`
    insert into notifications (user_id, type, kind, params, created_at) select user_id, 'x', 'text', '{"text": "y"}', ${day} from job_applications`)
  await portal.db.run(sql`
    insert into draft_copies (application_id, version, content, copied_at) select id, 0, '{}', ${day} from job_applications, generate_series(1, 2)`)
  await portal.db.run(sql`
    insert into application_documents (application_id, kind, hash, size, type, name, state, uploaded_at)
    select id, 'cv', sha256(id::text::bytea), 7, 'pdf', 'cv.pdf', 'clean', ${day} from job_applications`)
  await portal.db.run(sql`
    insert into outbox (topic, payload, run_at, created_at, dedupe) select 'none', '{}', ${day}::timestamptz + interval '1 year', ${day}, 'many ' || id from job_applications`)
  await client.query('analyze')
}

/** Makes once each call that an applicant makes between a draft and a submitted application. */
const walk = async () => {
  const applicant = await readyToSend(portal)
  const { visitor } = applicant
  await visitor.get(`/api/job-applications/check/${applicant.jobId}/`)
  await visitor.get(APPLICATIONS)
  await visitor.get(detailPath(applicant.applicationId))
  await visitor.get('/api/jobs/list/?page=1')
  await visitor.get('/api/dashboard/stats/')
  for (const question of [
    'How many applications have I sent?',
    'Show all my applications',
    'Which jobs are open?',
    'How do I apply?',
  ])
    await ask(visitor, question)
  await visitor.post(PARTIAL, { job_id: applicant.jobId, version: 0, ...answers() })
  await visitor.request('PUT', updatePath(applicant.applicationId), { body: { version: 0 } })
  await put(visitor, updatePath(applicant.applicationId), answers(), { 'idempotency-key': 'a' })
  await visitor.get('/api/notifications/')
  await emailsTo(portal, applicant.email)
}

/** How often statements read each large table whole since the last reset of PostgreSQL's counters. */
const readWhole = async () => {
  // End all other connections, because a connection reports its statistics when it ends.
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const { rows } = await client.query(
    'select relname, seq_scan::int, idx_scan::int from pg_stat_user_tables where relname = any($1) order by 1',
    [LARGE],
  )
  return rows as { relname: string; seq_scan: number; idx_scan: number }[]
}

describe('S2 with many applications', () => {
  test(`with ${PEOPLE * JOBS} applications, no call and no email of one applicant reads a large table whole`, async () => {
    await walk()
    await fill()
    await readWhole()
    // Wait until the connection pool has replaced the ended connections.
    await until(
      'the pool has noticed',
      () =>
        Promise.all(Array.from({ length: 20 }, () => portal.db.run(sql`select 1`))).then(
          () => true,
          () => false,
        ),
      (worked) => worked,
    )
    await client.query('select pg_stat_reset()')
    await walk()
    const tables = await until('the connections have told', readWhole, (rows) =>
      rows.every((row) => row.idx_scan > 0),
    )
    assert.deepEqual(
      tables.map(({ relname, seq_scan }) => [relname, seq_scan]),
      [...LARGE].sort().map((name) => [name, 0]),
    )
  })
})
