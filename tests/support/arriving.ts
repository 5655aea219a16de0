import { sql } from '../../server/database/connect.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { answers, SUBMIT } from './answers.ts'
import { freshNetwork } from './calls.ts'
import { tokenOf } from './crowd.ts'
import type { Portal } from './portal.ts'

export const NAIROBI = { county: 47, constituency: 274, ward: 1366 }
export const GARISSA = { county: 7, constituency: 27, ward: 131 }
const SESSION_MS = 8 * 3_600_000
const AT_ONCE = 8
let arrived = 0

/**
 * `count` people of one place submit through the API. Then the worker derives their facts, the data for
 * officers' filters. Only accounts and sessions are inserted directly.
 */
export async function arrive(portal: Portal, jobId: number, place: typeof NAIROBI, count: number) {
  const now = portal.clock.now()
  const first = arrived + 1
  arrived += count
  const later = new Date(now.getTime() + SESSION_MS)
  // Inserts the accounts, each with a session. The rows are the new accounts, in the order of their ids.
  const people = await portal.db.rows<{ id: number; email: string }>(sql`
    with made as (
      insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
        phone, is_pwd, email_verified_at, created_at)
      select 'arrived' || n || '@example.org', '', 'Arrived' || n, 'Otieno', 'ID Card', (60000000 + n)::text,
        case when n % 3 = 0 then 'F' else 'M' end, '1995-03-04', ${place.county}, ${place.constituency}, ${place.ward}, '+254700000000', n % 20 = 0, ${now}, ${now}
      from generate_series(${first}::int, ${arrived}::int) n returning id, email),
    signed_in as (
      insert into sessions (chain, user_id, token_hash, opened_at, expires_at, ends_at)
      select gen_random_uuid(), id, sha256(lpad(id::text, 43, '0')::bytea), ${now}, ${later}, ${later} from made)
    select id, email from made order by id`)
  const send = async ({ id, email }: (typeof people)[number]) => {
    const visitor = portal.visitor()
    visitor.token = tokenOf(id)
    const { status, json, text } = await visitor.post(
      SUBMIT,
      { job_id: jobId, ...answers() },
      { ip: freshNetwork() },
    )
    if (status !== 200) throw new Error(`not sent: ${text}`)
    return { id: Number(json.id), reference: String(json.reference_number), email, visitor }
  }
  const sent: Awaited<ReturnType<typeof send>>[] = []
  for (let index = 0; index < people.length; index += AT_ONCE)
    sent.push(...(await Promise.all(people.slice(index, index + AT_ONCE).map(send))))
  await deriveWaitingFacts(portal.deps)
  return sent
}
