import { sql } from '../../server/database/connect.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { loggedIn } from './accounts.ts'
import { answers, PARTIAL, SUBMIT } from './answers.ts'
import type { Portal } from './portal.ts'

/** A person with a submitted application for a job. `over` replaces fields of the account. */
export async function newApplicant(
  portal: Portal,
  jobId: number,
  over: {
    gender?: 'F' | 'M' | 'O'
    is_pwd?: boolean
    county?: number
    constituency?: number
    ward?: number
  } = {},
) {
  const person = await loggedIn(portal)
  const { gender = 'F', is_pwd = false, county = 47, constituency = 274, ward = 1366 } = over
  await portal.db.run(sql`
    update users set gender = ${gender}, is_pwd = ${is_pwd}, disability_type = ${is_pwd ? 'Visual' : ''}, county_code = ${county},
      constituency_code = ${constituency}, ward_code = ${ward} where id = ${person.id}`)
  await person.visitor.post(PARTIAL, { job_id: jobId, ...answers() })
  const sent = await person.visitor.post(SUBMIT, { job_id: jobId })
  if (sent.status !== 200) throw new Error(`not sent: ${sent.text}`)
  return { ...person, applicationId: Number(sent.json.id) }
}

/** Derives waiting facts at once, as the fact worker does about twice a second. */
export const deriveFacts = (portal: Portal) => deriveWaitingFacts(portal.deps)

/** Inserts many more applications of a job directly, with the portal's present time, for tests of sums. */
export async function manyMore(
  portal: Portal,
  jobId: number,
  each: { gender: 'F' | 'M' | 'O'; is_pwd?: boolean; stage?: number; count: number }[],
) {
  const now = portal.clock.now()
  for (const { gender, is_pwd = false, stage = 0, count } of each) {
    // Inserts the people, a submitted application of each person, and its facts.
    await portal.db.run(sql`
      with people as (
        insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
          phone, is_pwd, email_verified_at, created_at)
        select gen_random_uuid() || '@example.org', '', 'W', 'K', 'ID Card', gen_random_uuid()::text, ${gender}, '1995-03-04', 47, 274, 1366, '+254700000000',
          ${is_pwd}, ${now}, ${now} from generate_series(1, ${count}) returning id),
      sent as (
        insert into job_applications (user_id, job_id, is_completed, reference_number, submitted_at, created_at, updated_at)
        select id, ${jobId}, true, 'M' || id || '/' || ${jobId}::text, ${now}, ${now}, ${now} from people returning id, user_id)
      insert into application_facts (application_id, job_id, submitted_at, county, constituency, ward, gender, is_pwd, born, level, year, experience, stage, is_open)
      select id, ${jobId}, ${now}, 47, 274, 1366, ${gender}, ${is_pwd}, '1995-03-04', 1, 2015, 0, ${stage}, ${stage >= 3} from sent`)
  }
}
