import { type Db, sql } from '../server/database/connect.ts'
import { FAMILIES, MEN, WOMEN } from './officers-names.ts'

/**
 * The data that the bench added: applications as after a large recruitment drive. `big` is the id of the job
 * for which everyone applied. The other applications are for the jobs `others`.
 */
export type FilledForOfficers = {
  people: number
  applications: number
  big: number
  others: number[]
  firstPerson: number
  firstApplication: number
}

const PART_SIZE = 25_000
const RECEIPT =
  '{"reference_number":"B","job_reference":"B","job_title":"B","name":"B","submitted_at":"","digest":"","salt":"","signature":"","key":"","verify_url":""}'

// SQL for a pseudo-random number from 0 to 1. The same integer gives the same number in each run.
const hashShare = (integer: string) => `((hashint8(${integer}) & 2147483647) / 2147483648.0)`

/**
 * SQL functions for random facts, the data by which officers filter. `bench_chance(whose, which)` gives a
 * number from 0 to 1. Each kind of fact has its own `which`. Shares in the other functions are cumulative.
 */
const FUNCTIONS = [
  `create or replace function bench_chance(whose bigint, which int) returns float8 immutable parallel safe language sql return ${hashShare('whose * 101 + which')}`,
  // Most people submit late: a third of them on the last day.
  `create or replace function bench_sent(at timestamptz, id bigint) returns timestamptz(3) immutable parallel safe language sql
     return (at - make_interval(secs => 9 * 86400 * power(bench_chance(id, 50), 2.2)))::timestamptz(3)`,
  // A stage, as a number of contract/review/stages.ts: 72 of 100 are received, and 4 of 100 rejected.
  `create or replace function bench_stage(id bigint) returns int immutable parallel safe language sql return case
     when bench_chance(id, 51) < 0.72 then 0 when bench_chance(id, 51) < 0.86 then 1 when bench_chance(id, 51) < 0.92 then 2
     when bench_chance(id, 51) < 0.945 then 3 when bench_chance(id, 51) < 0.952 then 4 when bench_chance(id, 51) < 0.957 then 5
     when bench_chance(id, 51) < 0.958 then 6 when bench_chance(id, 51) < 0.960 then 7 else 8 end`,
  // The flags of an application that depend on it alone. Their bits are those of contract/review/stages.ts.
  `create or replace function bench_own_flags(id bigint) returns int immutable parallel safe language sql return
     case when bench_chance(id, 52) < 0.06 then 2 else 0 end + case when bench_chance(id, 53) < 0.01 then 8 else 0 end + case when bench_chance(id, 54) < 0.02 then 16 else 0 end`,
  // The documents of an application. 1: a CV, 2: a cover letter, 3: both.
  `create or replace function bench_documents(id bigint) returns int immutable parallel safe language sql return
     case when bench_chance(id, 55) < 0.62 then 3 when bench_chance(id, 55) < 0.8 then 1 when bench_chance(id, 55) < 0.83 then 2 else 0 end`,
  // Text in the form of a reference number, such as `5A-77XY93-Z`. The multiplier mixes consecutive ids.
  `create or replace function bench_reference(id bigint) returns text immutable parallel safe language sql return
     regexp_replace(translate(lpad(upper(to_hex(id * 2654435761 % 4294967296)), 8, '0'), '01', 'XY'), '^(..)(.*)$', '\\1-\\2-Z')`,
] as const

type Filling = { people: number; others: number; each: number }

/**
 * Adds `people` verified accounts, with a million applications by default. Each person has submitted one for
 * the big job, and `each` for some of the `others`. The facts for officers' filters are added too. Read
 * marks, files and emails are not added.
 */
export async function fillForOfficers(
  db: Db,
  { people = 250_000, others = 40, each = 3 }: Partial<Filling> = {},
): Promise<FilledForOfficers> {
  const patient = db.patient(600)
  const now = new Date()
  const jobs = await fillJobs(patient, others, now)
  const big = jobs[0] ?? 0
  const before = await patient.row<{ person: number; application: number }>(sql`
    select (select coalesce(max(id), 0) from users) as person, (select coalesce(max(id), 0) from job_applications) as application`)
  const filled = {
    people,
    big,
    others: jobs.slice(1),
    firstPerson: (before?.person ?? 0) + 1,
    firstApplication: (before?.application ?? 0) + 1,
  }
  await prepare(patient, filled, now)
  // Switch the trigger off. It would queue each submission for the worker, but the facts are inserted below.
  await patient.run(sql`alter table submissions disable trigger submissions_await_facts`)
  for (let round = 0; round <= each; round++) {
    for (let from = 0; from < people; from += PART_SIZE)
      await fillPart(patient, filled, { round, from, to: Math.min(people, from + PART_SIZE), now })
  }
  await finish(patient)
  return { ...filled, applications: people * (each + 1) }
}

async function fillJobs(db: Db, others: number, now: Date): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    insert into jobs (reference, title, department, location, job_type_id, description_html, qualification_html, preview, min_age, expiry_date, created_at, updated_at)
    select 'OFFICERS/' || (select count(*) from jobs) || '/' || n, case n when 0 then 'Polling and Counting Clerk' else 'Registration Clerk ' || n end, 'Operations', 'Garissa', 2,
      '<p>You register voters.</p>', '<p>KCSE</p>', '', 18, ${new Date(now.getTime() + 86_400_000)}, ${now}, ${now}
    from generate_series(0, ${others}::int) n returning id`)
  return rows.map(({ id }) => id).sort((left, right) => left - right)
}

/** Creates the SQL functions, and the tables of wards and people to draw from. Adds the people's accounts. */
async function prepare(
  db: Db,
  filledForOfficers: Omit<FilledForOfficers, 'applications'>,
  now: Date,
): Promise<void> {
  for (const text of FUNCTIONS) await db.run({ text, values: [] } as never)
  // All wards with their constituencies and counties. They are numbered from 0, for a random choice.
  await db.run(sql`
    create unlogged table bench_wards as
    select row_number() over (order by wards.code) - 1 as n, wards.code as ward, wards.name as ward_name, constituencies.code as constituency,
      constituencies.name as constituency_name, counties.code as county, counties.name as county_name
    from wards join constituencies on constituencies.code = constituency_code join counties on counties.code = county_code`)
  await db.run(sql`create index on bench_wards (n)`)
  // The people with their facts, names, education and work. `n`: the person's number from 0. `id`: their
  // account.
  await db.run(sql`
    create unlogged table bench_people as
    with thrown as (
      select n, ${filledForOfficers.firstPerson}::bigint + n as id, case when bench_chance(n, 1) < 0.519 then 'M' when bench_chance(n, 1) < 0.999 then 'F' else 'O' end as gender,
        bench_chance(n, 2) < 0.03 as is_pwd, date '2006-12-31' - (power(bench_chance(n, 3), 2) * 15000)::int as born,
        floor(bench_chance(n, 4) * (select count(*) from bench_wards)) as ward_n, 1 + (10 * power(bench_chance(n, 5), 1.1))::int % 10 as level,
        1985 + (40 * sqrt(bench_chance(n, 6)))::int as year, case when bench_chance(n, 7) < 0.35 then 0 else (power(bench_chance(n, 8), 2) * 240)::int end as months,
        (${FAMILIES}::text[])[1 + (power(bench_chance(n, 9), 1.5) * ${FAMILIES.length - 0.001})::int % ${FAMILIES.length}] as last_name,
        (${MEN}::text[])[1 + (power(bench_chance(n, 10), 1.5) * ${MEN.length - 0.001})::int % ${MEN.length}] as man,
        (${WOMEN}::text[])[1 + (power(bench_chance(n, 10), 1.5) * ${WOMEN.length - 0.001})::int % ${WOMEN.length}] as woman,
        (10000000 + (${filledForOfficers.firstPerson}::bigint + n) * 53)::text as idno, '+2547' || lpad((10000000 + n * 53)::text, 8, '0') as phone
      from generate_series(0::bigint, ${filledForOfficers.people - 1}::bigint) n)
    select thrown.*, levels.rank, case gender when 'M' then man else woman end as first_name, ward, ward_name, constituency, constituency_name, county, county_name,
      jsonb_build_array(
        jsonb_build_object('institution', 'Moi University', 'qualification_level', level, 'qualification_level_name', levels.name,
          'area_of_study', 'Statistics', 'year_of_completion', year::text),
        jsonb_build_object('institution', 'Garissa High School', 'qualification_level', 1, 'qualification_level_name', 'KCPE', 'area_of_study', 'All', 'year_of_completion', (year - 1)::text)
      )::text as education,
      case months when 0 then '[{"position":"","company":"","start_date":"","end_date":"","currently_working":false,"responsibilities":"","no_experience":true}]'
      else jsonb_build_array(jsonb_build_object('position', 'Records Clerk', 'company', 'County Government of ' || county_name, 'start_date', '2004-01-01',
        'end_date', (date '2004-01-01' + make_interval(months => months) - interval '1 day')::date, 'currently_working', false, 'no_experience', false,
        'responsibilities', 'Kept the register of land parcels, answered the public at the counter, trained two clerks, and wrote the monthly report.'))::text end as experience
    from thrown join bench_wards on bench_wards.n = ward_n left join qualification_levels levels on levels.id = level`)
  await db.run(sql`create index on bench_people (n)`)
  await db.run(sql`analyze bench_people`)
  for (let from = 0; from < filledForOfficers.people; from += PART_SIZE) {
    await db.run(sql`
      insert into users (id, email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code,
        ward_code, phone, is_pwd, email_verified_at, created_at)
      overriding system value
      select id, 'officers' || id || '@example.org', '', first_name, last_name, 'ID Card', idno, gender, born, county, constituency, ward, phone, is_pwd, ${now}, ${now}
      from bench_people where n >= ${from} and n < ${from + PART_SIZE}`)
  }
}

type Part = { round: number; from: number; to: number; now: Date }
/** The totals from which a part of the fill computes its ids and jobs. */
type Places = Pick<FilledForOfficers, 'people' | 'big' | 'others' | 'firstApplication'>

/**
 * Adds one submitted application of each person in this part, with all that officers filter and search by.
 */
async function fillPart(db: Db, places: Places, { round, from, to, now }: Part): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`drop table if exists bench_part`)
    // In each round, a person applies for a different job, so that no one applies twice for one job.
    await tx.run(sql`
      create unlogged table bench_part as
      select n, id as person, ${places.firstApplication + round * places.people}::bigint + n as id,
        case when ${round}::int = 0 then ${places.big}::bigint else (${places.others}::bigint[])[1 + (n + ${round}::int * 7) % ${Math.max(1, places.others.length)}] end as job
      from bench_people where n >= ${from} and n < ${to}`)
    // Adds the submitted application of each person of this part. Only `submissions` has its answers.
    await tx.run(sql`
      insert into job_applications (id, user_id, job_id, education, experience, referees, is_completed, reference_number, status, submitted_at, created_at, updated_at)
      overriding system value
      select bench_part.id, person, job, '[]', '[]', '[]', true, bench_reference(bench_part.id),
        (array['Pending', 'Under Review', 'Under Review', 'Shortlisted', 'Shortlisted', 'Shortlisted', 'Shortlisted', 'Hired', 'Rejected'])[1 + bench_stage(bench_part.id)],
        bench_sent(${now}, bench_part.id), ${now}, ${now}
      from bench_part`)
    // The frozen application as JSON text, as officers read it. Digests and signatures are invented.
    await tx.run(sql`
      insert into submissions (application_id, frozen, digest, salt, signature, key, receipt, flags, submitted_at)
      select part.id, '{"address":"P.O. Box 77, ' || county_name || '","applicant":' || jsonb_build_object('first_name', first_name, 'middle_name', '', 'last_name', last_name,
          'email', 'officers' || person || '@example.org', 'phone', phone, 'idno', idno, 'document_type', 'ID Card', 'gender', gender, 'date_of_birth', born,
          'country', 'KE', 'county', county_name, 'constituency', constituency_name, 'ward', ward_name, 'is_pwd', is_pwd, 'disability_type', '')::text
        || ',"by_election_area":null,"documents":' || (
          select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', kind || '.pdf', 'size', 81234, 'type', 'pdf', 'sha256', encode(sha256((kind || part.id)::bytea), 'hex'))), '[]')
          from unnest(array['cv', 'cover_letter']) with ordinality as document (kind, bit) where bench_documents(part.id) & bit::int <> 0)::text
        || ',"education":' || education || ',"employment_number":"","experience":' || experience || ',"format":"application/1","huduma_centre":null,"job":'
        || jsonb_build_object('id', job, 'reference', reference, 'title', title, 'type', 'External', 'type_code', 'external', 'location', 'Garissa',
          'qualification', '<p>KCSE</p>', 'expiry_date', expiry_date)::text
        || ',"referees":' || jsonb_build_array(jsonb_build_object('name', 'Halima Abdi', 'position', 'Head of Records', 'organization', 'County Government of Garissa',
          'email', 'halima' || n || '@example.org', 'phone', '+2547' || lpad((20000000 + n)::text, 8, '0')))::text || '}',
        sha256(part.id::text::bytea), sha256(''), '', '', ${RECEIPT},
        array_remove(array[case when bench_own_flags(part.id) & 2 <> 0 then 'lives_elsewhere' end, case when bench_own_flags(part.id) & 8 <> 0 then 'referee_is_applicant' end,
          case when bench_own_flags(part.id) & 16 <> 0 then 'referee_twice' end], null), bench_sent(${now}, part.id)
      from bench_part part join bench_people using (n) join jobs on jobs.id = job`)
    // The facts for officers' filters. Bits 32 and 128 are flags for a comparison with other applications.
    await tx.run(sql`
      insert into application_facts (application_id, job_id, submitted_at, county, constituency, ward, gender, is_pwd, born, level, year, experience, documents, flags,
        stage, is_open)
      select part.id, job, bench_sent(${now}, part.id) as sent_at, county, constituency, ward, gender, is_pwd, born, rank, year, months, bench_documents(part.id),
        bench_own_flags(part.id) | case when bench_chance(part.id, 56) < 0.04 then 32 else 0 end | case when bench_chance(part.id, 57) < 0.01 then 128 else 0 end,
        bench_stage(part.id), bench_stage(part.id) >= 3
      from bench_part part join bench_people using (n) order by sent_at`)
    // The search words of an application: names and ID number after `job:`, and its reference after `job#`.
    await tx.run(sql`
      insert into application_words (application_id, words, title)
      select part.id, array_to_tsvector(array_remove(array[job || ':' || lower(first_name), job || ':' || lower(last_name), job || ':' || idno,
        job || '#' || lower(replace(bench_reference(part.id), '-', ''))], null)), title
      from bench_part part join bench_people using (n) join jobs on jobs.id = job`)
  })
}

/** Switches the trigger on, deletes the tables of `prepare`, and moves the sequences past the new ids. */
async function finish(db: Db): Promise<void> {
  await db.run(sql`alter table submissions enable trigger submissions_await_facts`)
  await db.run(sql`drop table bench_part, bench_people, bench_wards`)
  await db.run(
    sql`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users)), setval(pg_get_serial_sequence('job_applications', 'id'), (select max(id) from job_applications))`,
  )
}
