import { readdirSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { type Db, sql } from '../../server/database/connect.ts'
import { educationEntry, experienceEntry, refereeEntry } from './answers.ts'

const PEOPLE = 2_000

// A port below those that the system assigns to outgoing connections. Otherwise a caller could get the
// portal's port while the portal is down, and connect to itself.
export const freePort = async (): Promise<number> => {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const probe = net.createServer()
  const free = await new Promise<boolean>((tell) => {
    probe.once('error', () => tell(false))
    probe.listen(port, '127.0.0.1', () => tell(true))
  })
  if (!free) return freePort()
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** A random generator that makes a storm reproducible: the same seed gives the same numbers. */
export const chances = (seed: number) => {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296
}

/** The session token of the person with this number in the crowd. */
export const tokenOf = (person: number) => String(person).padStart(43, '0')

/** Verified people who stay logged in for hours. Each has a complete draft for each of `jobs` jobs. */
export async function fill(
  db: Db,
  jobs: number,
): Promise<{ first: number; count: number; people: number; firstPerson: number }> {
  const now = new Date()
  const later = new Date(now.getTime() + 8 * 3_600_000)
  const lists = [educationEntry(), experienceEntry({ no_experience: false }), refereeEntry()].map((entry) =>
    JSON.stringify([entry]),
  )
  // Inserts the accounts. The only row has the lowest of their ids.
  const people = await db.row<{ first: number }>(sql`
    with made as (
      insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
        phone, is_pwd, email_verified_at, created_at)
      select 'storm' || n || '@example.org', '', 'Wanjiru', 'Kamau', 'ID Card', (10000000 + n)::text, 'F', '1995-03-04', 47, 274, 1366, '+254700000000', false,
        ${now}, ${now}
      from generate_series(1, ${PEOPLE}) n returning id)
    select min(id) as first from made`)
  const firstPerson = people?.first ?? 0
  await db.run(sql`
    insert into sessions (chain, user_id, token_hash, opened_at, expires_at, ends_at)
    select gen_random_uuid(), id, sha256(lpad(id::text, 43, '0')::bytea), ${now}, ${later}, ${later} from users where id >= ${firstPerson}`)
  // Inserts the jobs, and a draft of each person for each job. The only row has the lowest id of the drafts
  // and their number.
  const made = await db.row<{ first: number; count: number }>(sql`
    with openings as (
      insert into jobs (reference, title, department, location, job_type_id, description_html, qualification_html, preview, created_at, updated_at)
      select 'STORM/' || n, 'Clerk ' || n, 'Operations', 'Garissa', 2, '<p>Work.</p>', '<p>KCSE</p>', '', ${now}, ${now} from generate_series(1, ${jobs}) n returning id),
    drafts as (
      insert into job_applications (user_id, job_id, education, experience, referees, created_at, updated_at)
      select users.id, openings.id, ${lists[0]}::jsonb, ${lists[1]}::jsonb, ${lists[2]}::jsonb, ${now}, ${now}
      from openings, users where users.id >= ${firstPerson} order by openings.id, users.id returning id)
    select min(id) as first, count(*) as count from drafts`)
  // Update the statistics of the new rows. Without them, the database makes slow plans, and the portal
  // refuses calls.
  await db.run(sql`analyze users, sessions, jobs, job_applications`)
  return { first: made?.first ?? 0, count: made?.count ?? 0, people: PEOPLE, firstPerson }
}

/** Counts the emails on disk by the reference number in the name of the attached file. */
export function emailsIn(folder: string): Map<string, number> {
  const emails = new Map<string, number>()
  for (const name of readdirSync(join(folder, 'mail')).filter((entry) => entry.endsWith('.eml'))) {
    const reference = /filename="?receipt-([\w-]+)\.json/.exec(
      readFileSync(join(folder, 'mail', name), 'utf8'),
    )?.[1]
    if (reference) emails.set(reference, (emails.get(reference) ?? 0) + 1)
  }
  return emails
}
