import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { connect, sql } from '../server/database/connect.ts'
import type { Portal } from './portal.ts'
import type { Line } from './table.ts'

const AT_ONCE = 64
const ROUNDS = 6
const BYTES = 5_242_880
const MAY_GROW_MB = 120
const PREFIX = 'upload-bench-'

/** People who are signed in and have one application each. */
async function fillWithPeople(portal: Portal): Promise<{ token: string; application: number }[]> {
  const db = connect(portal.databaseUrl)
  const now = new Date()
  const later = new Date(now.getTime() + 6 * 3_600_000)
  // Another measure may have numbered its applications itself.
  await db.row(sql`select setval(pg_get_serial_sequence('job_applications', 'id'), (select coalesce(max(id), 0) + 1 from job_applications))`)
  const rows = await db.rows<{ user_id: number; application: number }>(sql`
    with made as (
      insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code, ward_code,
        phone, is_pwd, email_verified_at, created_at)
      select ${PREFIX} || n || '@example.org', '', 'Wanjiru', 'Kamau', 'ID Card', (30000000 + n)::text, 'F', '1995-03-04', county_code, constituency_code, wards.code,
        '+254700000000', false, ${now}, ${now}
      from generate_series(1, ${AT_ONCE}) n, (
        select wards.code, constituency_code, county_code from wards join constituencies on constituencies.code = constituency_code order by 1 limit 1) wards
      returning id),
    signed_in as (
      insert into sessions (chain, user_id, token_hash, opened_at, expires_at, ends_at)
      select gen_random_uuid(), id, sha256(lpad('u' || id, 43, '0')::bytea), ${now}, ${later}, ${later} from made)
    insert into job_applications (user_id, job_id, created_at, updated_at)
    select made.id, (select min(id) from jobs), ${now}, ${now} from made
    returning user_id, id as application`)
  await db.close()
  return rows.map(({ user_id: id, application }) => ({ token: `u${id}`.padStart(43, '0'), application }))
}

const BOUNDARY = 'portal-bench'
const bodyOf = () => {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\n\r\n%PDF-1.7\n`
  const foot = '\n%%EOF\n'
  const filling = Buffer.alloc(BYTES - '%PDF-1.7\n'.length - foot.length, randomBytes(999))
  return Buffer.concat([Buffer.from(head), filling, Buffer.from(`${foot}\r\n--${BOUNDARY}--\r\n`)])
}

const upload = (url: string, token: string, body: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Token ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': body.length }
    const asked = request(url, { method: 'PUT', headers, agent: false }, (answer) => {
      answer.resume()
      if (answer.statusCode === 200) answer.once('end', resolve)
      else reject(new Error(`an upload was answered with ${answer.statusCode}`))
    })
    asked.once('error', reject).end(body)
  })

const megabytesOf = (pid: string) => Number(spawnSync('ps', ['-o', 'rss=', '-p', pid], { encoding: 'utf8' }).stdout) / 1_024

/** R9: what the process grows by, at the most, while 64 files of 5 MB arrive at once, again and again; in megabytes, so that less is better. */
export async function uploads(portal: Portal): Promise<Line> {
  const people = await fillWithPeople(portal)
  const pid = readFileSync(join(portal.dataDir, 'portal.pid'), 'utf8')
  const body = bodyOf()
  const upAll = () =>
    Promise.all(people.map(({ token, application }) => upload(`${portal.url}/api/job-applications/${application}/documents/cv/`, token, body)))
  // One after the other first: what the program takes for having sent files at all is no matter of how many come at once.
  for (const { token, application } of people) await upload(`${portal.url}/api/job-applications/${application}/documents/cv/`, token, body)
  const before = megabytesOf(pid)
  let most = before
  const grown: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const watch = setInterval(() => (most = Math.max(most, megabytesOf(pid))), 50)
    try {
      await upAll()
    } finally {
      clearInterval(watch)
    }
    most = Math.max(most, megabytesOf(pid))
    grown.push(most - before)
  }
  const [limit, first] = [Math.max(1, ...grown), Math.max(1, grown[0] ?? 1)]
  return {
    what: `Memory the process may grow by, in MB`,
    against: `what ${AT_ONCE} uploads of 5 MB at once take, ${ROUNDS} times over`,
    goal: 1,
    product: MAY_GROW_MB,
    limit,
    ratio: MAY_GROW_MB / limit,
    lowest: MAY_GROW_MB / limit,
    highest: MAY_GROW_MB / first,
  }
}
