import { type Db, sql } from '../../server/database/connect.ts'
import { educationEntry, experienceEntry, refereeEntry } from './answers.ts'

/**
 * Verified people who stay logged in for hours, each with a complete draft. For a portal that runs as its own
 * process.
 */
export async function drafts(db: Db, many: number): Promise<{ token: string; id: number }[]> {
  const now = new Date()
  const later = new Date(now.getTime() + 8 * 3_600_000)
  const [education, experience, referees] = [
    educationEntry(),
    experienceEntry({ no_experience: false }),
    refereeEntry(),
  ].map((entry) => JSON.stringify([entry]))
  // Inserts the accounts, a session with the account's id as token, one job, and a complete draft of each
  // person. A row for each draft comes back.
  const rows = await db.rows<{ user_id: number; id: number }>(sql`
    with people as (
      insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
        phone, is_pwd, email_verified_at, created_at)
      select 'draft' || n || '@example.org', '', 'Wanjiru', 'Kamau', 'ID Card', (20000000 + n)::text, 'F', '1995-03-04', 47, 274, 1366, '+254700000000', false,
        ${now}, ${now}
      from generate_series(1, ${many}) n returning id),
    signed_in as (
      insert into sessions (chain, user_id, token_hash, opened_at, expires_at, ends_at)
      select gen_random_uuid(), id, sha256(lpad(id::text, 43, '0')::bytea), ${now}, ${later}, ${later} from people),
    opening as (
      insert into jobs (reference, title, department, location, job_type_id, description_html, qualification_html, preview, created_at, updated_at)
      values ('DRAFTS/1', 'Clerk', 'Operations', 'Garissa', 2, '<p>Work.</p>', '<p>KCSE</p>', '', ${now}, ${now}) returning id)
    insert into job_applications (user_id, job_id, education, experience, referees, created_at, updated_at)
    select people.id, opening.id, ${education}::jsonb, ${experience}::jsonb, ${referees}::jsonb, ${now}, ${now} from people, opening
    returning user_id, id`)
  return rows.map(({ user_id: user, id }) => ({ token: String(user).padStart(43, '0'), id }))
}
