import type { Db } from '../server/database/connect.ts'
import { sql } from '../server/database/connect.ts'

/** The answers of an application in the format in which the form sends them. */
export const ANSWERS = {
  education: [
    {
      institution: 'Moi University',
      qualification_level: 7,
      qualification_level_name: '',
      area_of_study: 'Statistics',
      year_of_completion: '2018',
    },
    {
      institution: 'Garissa High School',
      qualification_level: 2,
      qualification_level_name: '',
      area_of_study: 'KCSE',
      year_of_completion: '2013',
    },
  ],
  experience: [
    {
      position: 'Records Clerk',
      company: 'County Government of Garissa',
      start_date: '2019-01-07',
      end_date: '2023-06-30',
      currently_working: false,
      responsibilities:
        'Kept the register of land parcels, answered the public at the counter, trained two clerks, and wrote the monthly report.',
      no_experience: false,
    },
  ],
  referees: [
    {
      name: 'Halima Abdi',
      position: 'Head of Records',
      organization: 'County Government of Garissa',
      email: 'halima@example.org',
      phone: '+254722000111',
    },
    {
      name: 'Peter Otieno',
      position: 'Lecturer',
      organization: 'Moi University',
      email: 'otieno@example.org',
      phone: '+254733000222',
    },
  ],
  address: 'P.O. Box 77, Garissa',
} as const

/**
 * The accounts and applications that the bench added. Applications have ids from 1. Application n belongs to
 * person `firstPerson + (n - 1) % people` and to job `firstJob + (n - 1) / people`, rounded down.
 */
export type Filled = {
  people: number
  /** How many applications each person has. Each application is for another job. */
  each: number
  firstPerson: number
  firstJob: number
  applications: number
}

/** A person's session token is their id, padded with zeros on the left to this length. */
export const TOKEN_LENGTH = 43

/**
 * Adds `people` verified accounts with a session, and `each` new jobs. Each person gets one application for
 * each new job: submitted for the first `sent` jobs, a draft for the others.
 */
export async function fillWithApplications(
  db: Db,
  { people, each, sent = 0 }: { people: number; each: number; sent?: number },
): Promise<Filled> {
  const now = new Date()
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
  let firstPerson = 0
  // Insert the rows in parts, because one statement may take at most ten seconds.
  for (const [from, to] of parts(people)) {
    // Adds accounts, all living in the first ward, and a session for each account.
    const made = await db.row<{ first: number }>(sql`
      with made as (
        insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
          phone, is_pwd, email_verified_at, created_at)
        select 'bench' || n || '@example.org', '', 'Wanjiru', 'Kamau', 'ID Card', (90000000 + n)::text, 'F', '1995-03-04', county_code, constituency_code, wards.code,
          '+254700000000', false, ${now}, ${now}
        from generate_series(${from}::int, ${to}::int) n, (
          select wards.code, constituency_code, county_code from wards join constituencies on constituencies.code = constituency_code order by wards.code limit 1) wards
        order by n
        returning id),
      opened as (
        insert into sessions (chain, user_id, token_hash, opened_at, expires_at, ends_at)
        select gen_random_uuid(), id, sha256(lpad(id::text, ${TOKEN_LENGTH}, '0')::bytea), ${now}, ${hours(3)}, ${hours(12)} from made)
      select min(id) as first from made`)
    firstPerson ||= made?.first ?? 0
  }
  const jobs = await db.row<{ first: number }>(sql`
    with made as (
      insert into jobs (reference, title, department, location, job_type_id, description_html, qualification_html, preview, expiry_date, created_at, updated_at)
      select 'BENCH/' || n, 'Registration Clerk ' || n, 'Operations', 'Garissa', 2, '<p>You register voters.</p>', '<p>KCSE</p>', '', ${hours(60 * 24)}, ${now}, ${now}
      from generate_series(1, ${each}) n
      returning id)
    select min(id) as first from made`)
  const filled = { people, each, firstPerson, firstJob: jobs?.first ?? 0, applications: people * each }
  // Switch the trigger off: the fact worker, which derives data for officers, must ignore these applications.
  await db.run(sql`alter table submissions disable trigger submissions_await_facts`)
  for (let job = 0; job < each; job++)
    for (const [from, to] of parts(people))
      await fillPart(db, filled, { job, from, to, isSent: job < sent, now })
  await db.run(sql`alter table submissions enable trigger submissions_await_facts`)
  for (const table of [
    sql`analyze users`,
    sql`analyze sessions`,
    sql`analyze jobs`,
    sql`analyze job_applications`,
    sql`analyze submissions`,
  ])
    await db.run(table)
  return filled
}

const PART_SIZE = 20_000

const parts = (count: number): [from: number, to: number][] =>
  Array.from({ length: Math.ceil(count / PART_SIZE) }, (_, index) => [
    index * PART_SIZE + 1,
    Math.min(count, (index + 1) * PART_SIZE),
  ])

type Part = { job: number; from: number; to: number; isSent: boolean; now: Date }

/** Adds an application for one job to each person in this part. With `isSent`, it is submitted. */
async function fillPart(db: Db, filled: Filled, { job, from, to, isSent, now }: Part) {
  const answers = [ANSWERS.education, ANSWERS.experience, ANSWERS.referees].map((list) =>
    JSON.stringify(list),
  )
  const idBefore = job * filled.people
  await db.run(sql`
    insert into job_applications (id, user_id, job_id, education, experience, referees, address, is_completed, reference_number, submitted_at, created_at, updated_at)
    overriding system value
    select ${idBefore} + n, ${filled.firstPerson} + n - 1, ${filled.firstJob + job}, ${answers[0]}::jsonb, ${answers[1]}::jsonb, ${answers[2]}::jsonb, ${ANSWERS.address},
      ${isSent}, case when ${isSent} then 'B' || ${idBefore} + n end, case when ${isSent} then ${now}::timestamptz end, ${now}, ${now}
    from generate_series(${from}::int, ${to}::int) n`)
  if (!isSent) return
  const frozen = JSON.stringify({
    job: {
      reference: `BENCH/${job}`,
      title: 'Registration Clerk',
      type: 'External',
      location: 'Garissa',
      qualification: '<p>KCSE</p>',
    },
    applicant: { first_name: 'Wanjiru', last_name: 'Kamau', email: 'bench@example.org' },
    employment_number: '',
    huduma_centre: null,
    by_election_area: null,
    ...ANSWERS,
  })
  await db.run(sql`
    insert into submissions (application_id, frozen, digest, salt, signature, key, receipt, submitted_at)
    select ${idBefore} + n, ${frozen}, sha256(''), sha256(''), '', '', '{"reference_number":"B","job_reference":"B","job_title":"B","name":"B","submitted_at":"","digest":"","salt":"","signature":"","key":"","verify_url":""}', ${now}
    from generate_series(${from}::int, ${to}::int) n`)
  await db.run(sql`
    insert into notifications (user_id, type, kind, params, created_at)
    select ${filled.firstPerson} + n - 1, 'application_received', 'text', '{"text": "We have received your application."}', ${now}
    from generate_series(${from}::int, ${to}::int) n`)
}
