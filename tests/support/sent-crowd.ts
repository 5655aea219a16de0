import { sql } from '../../server/database/connect.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import type { Portal } from './portal.ts'

export type SentPerson = {
  first_name: string
  last_name: string
  gender: 'M' | 'F' | 'O'
  is_pwd: boolean
  born: string
  phone: string
  address: string
  employment_number: string
  county: { code: number; name: string }
  constituency: { code: number; name: string }
  ward: { code: number; name: string }
  stage: number
  is_open: boolean
}

export const GARISSA = {
  county: { code: 7, name: 'Garissa' },
  constituency: { code: 27, name: 'Garissa Township' },
  ward: { code: 131, name: 'Waberi' },
} as const
export const BALAMBALA = {
  ...GARISSA,
  constituency: { code: 28, name: 'Balambala' },
  ward: { code: 135, name: 'Balambala' },
} as const
export const WAJIR = {
  county: { code: 8, name: 'Wajir' },
  constituency: { code: 33, name: 'Wajir North' },
  ward: { code: 161, name: 'Gurar' },
} as const

let numbers = 0

/** The data of an applicant, valid in every field. */
const person = (over: Partial<SentPerson> = {}): SentPerson & { n: number } => ({
  n: ++numbers,
  first_name: 'Wanjiru',
  last_name: `Kamau ${numbers}`,
  gender: 'F',
  is_pwd: false,
  born: '1999-05-06',
  phone: '+254700000000',
  address: 'P.O. Box 1, Garissa',
  employment_number: '',
  ...GARISSA,
  stage: 0,
  is_open: false,
  ...over,
})

/**
 * Inserts new people with a submitted application for a job directly, with the facts that the worker would
 * derive. Returns the ids in order.
 */
export async function sendCrowd(
  portal: Pick<Portal, 'db' | 'deps' | 'clock'>,
  jobId: number,
  ...crowd: Partial<SentPerson>[]
): Promise<number[]> {
  const people = crowd.map(person)
  const now = portal.clock.now()
  await portal.db.tx(async (tx) => {
    // A row for each person: the data as JSON (`data`), a number, and new ids for account and application.
    // The statements below insert the accounts, the applications and the frozen submissions of these rows.
    await tx.run(sql`
      create temporary table crowd on commit drop as
      select n, data, ${now}::timestamptz + n * interval '1 ms' as at, nextval(pg_get_serial_sequence('users', 'id')) as person,
        nextval(pg_get_serial_sequence('job_applications', 'id')) as id
      from (select (data ->> 'n')::int as n, data from jsonb_array_elements(${JSON.stringify(people)}::jsonb) data order by 1) given`)
    await tx.run(sql`
      insert into users (id, email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
        phone, is_pwd, email_verified_at, created_at)
      overriding system value
      select person, 'crowd' || n || '@example.org', '', data ->> 'first_name', data ->> 'last_name', 'ID Card', lpad(n::text, 8, '0'), data ->> 'gender', (data ->> 'born')::date,
        (data -> 'county' ->> 'code')::int, (data -> 'constituency' ->> 'code')::int, (data -> 'ward' ->> 'code')::int, '+254700000000', (data ->> 'is_pwd')::boolean,
        ${now}::timestamptz, ${now}::timestamptz
      from crowd`)
    await tx.run(sql`
      insert into job_applications (id, user_id, job_id, is_completed, reference_number, submitted_at, created_at, updated_at)
      overriding system value
      select id, person, ${jobId}::bigint, true, 'C' || lpad(n::text, 9, '0'), at, at, at from crowd`)
    await tx.run(sql`
      insert into submissions (application_id, frozen, digest, salt, signature, key, receipt, submitted_at)
      select id, jsonb_build_object('format', 'application/1', 'address', data ->> 'address', 'employment_number', data ->> 'employment_number', 'education', '[]'::jsonb,
        'experience', '[]'::jsonb, 'referees', '[]'::jsonb, 'documents', '[]'::jsonb, 'huduma_centre', null, 'by_election_area', null, 'applicant', jsonb_build_object(
          'first_name', data ->> 'first_name', 'middle_name', '', 'last_name', data ->> 'last_name', 'email', 'crowd' || n || '@example.org', 'phone', data ->> 'phone',
          'idno', lpad(n::text, 8, '0'), 'document_type', 'ID Card', 'gender', data ->> 'gender', 'date_of_birth', data ->> 'born', 'county', data -> 'county' ->> 'name',
          'constituency', data -> 'constituency' ->> 'name', 'ward', data -> 'ward' ->> 'name', 'is_pwd', data -> 'is_pwd'))::text,
        sha256(n::text::bytea), sha256(''), '', '', '{}', at
      from crowd`)
  })
  await deriveWaitingFacts(portal.deps)
  // Set the wanted stage last, because the worker derives every application's stage as received.
  await portal.db.run(sql`
    update application_facts set stage = (data ->> 'stage')::smallint, is_open = (data ->> 'is_open')::boolean
    from jsonb_array_elements(${JSON.stringify(people)}::jsonb) data, job_applications sent
    where sent.reference_number = 'C' || lpad(data ->> 'n', 9, '0') and application_id = sent.id`)
  const rows = await portal.db.rows<{ id: number }>(sql`
    select id from job_applications where reference_number = any(${people.map(({ n }) => `C${String(n).padStart(9, '0')}`)}) order by reference_number`)
  return rows.map(({ id }) => id)
}
