import { connect, type Db, sql } from '../server/database/connect.ts'
import { download, insertOfficers, limitRow } from './exports.ts'
import { type FilledForOfficers, fillForOfficers } from './officers-fill.ts'
import type { Portal } from './portal.ts'
import { settle } from './settle.ts'
import type { TableRow } from './table.ts'

const ENTRIES = 1_000_000
const PART_SIZE = 100_000
const OFFICERS = 20
const PEOPLE = 50_000
const FILES = 40
const ROUNDS = 3
/** The maximum time for making a file of audit entries after a data breach. */
const MAX_SECONDS = 60
/** The time between two entries of the audit log: a million entries in three months. */
const PAUSE_SECONDS = 8

/** Approved requests for files that name every applicant of the big job. */
const insertFiles = (db: Db, job: number, officer: number) =>
  db.patient(600).run(sql`
    insert into export_requests (job_id, filter, columns, format, reason, application_ids, size, digest, requested_by, requested_at, ends_at)
    select ${job}::bigint, '{}', '{reference}', 'csv', 'Bench', ids, cardinality(ids), sha256(''), ${officer}::bigint, now(), now()
    from (select array_agg(application_id order by application_id) as ids from application_facts where job_id = ${job}) facts, generate_series(1, ${FILES})`)

/**
 * Audit entries in the mix that officers cause. Most record an opened application or document. The others are
 * the table of a job, accounts in support, decision lists, files and published lists.
 */
async function fillWithEntries(
  db: Db,
  { big, others, firstApplication, applications, firstPerson, people }: FilledForOfficers,
) {
  const patient = db.patient(600)
  await patient.run(sql`
    insert into staff (email, name, role, password_hash, created_at)
    select 'log' || n || '@example.org', 'Officer ' || n, 'recruiter', '', now() from generate_series(1, ${OFFICERS}::int) n`)
  const from = new Date()
  // `share`, from 0 to 99, chooses the kind of an audit entry: 55 of 100 are opened applications, and so on.
  // It also chooses what the entry names: an application, a job, or a person.
  for (let done = 0; done < ENTRIES; done += PART_SIZE)
    await patient.run(sql`
      with officers as (select array_agg(id) as ids from staff where email like 'log%'),
      files as (select array_agg(id) as ids from export_requests),
      drawn as (
        select n, ids[1 + n % ${OFFICERS}::int] as officer, files_of, n % 100 as share,
          ${firstApplication}::bigint + (n * 7919::bigint) % ${applications}::bigint as application,
          case when n % 2 = 0 then ${big}::bigint else (${others}::bigint[])[1 + n % ${others.length}::int] end as job
        from generate_series(${done + 1}::int, ${done + PART_SIZE}::int) n, officers, (select ids as files_of from files) files)
      insert into audit_entries (staff_id, role, act, job_id, application_id, user_id, reason, detail, at, salt, digest)
      select officer, 'recruiter',
        case when share < 55 then 'application.looked_at' when share < 75 then 'document.opened' when share < 90 then 'applications.listed'
          when share < 94 then 'support.looked_at' when share < 96 then 'list.looked_at' when share < 97 then 'list.added_to'
          when share < 98 then 'export.identities_downloaded' when share < 99 then 'notice.names_printed' else 'view.saved' end,
        case when share < 75 then (select job_id from job_applications where id = application) when share between 90 and 93 then null
          when share = 97 then ${big}::bigint else job end,
        case when share < 75 then application end,
        case when share between 90 and 93 then ${firstPerson}::bigint + n % ${people}::int end,
        '',
        case when share < 55 then '{"blind": false}'::jsonb when share < 75 then '{"kind": "cv", "blind": false}'
          when share between 94 and 95 then '{"list": 1}'
          when share = 96 then jsonb_build_object('list', 1, 'applications', jsonb_build_array(application, application + 1, application + 2))
          when share = 97 then jsonb_build_object('request', files_of[1 + n % ${FILES}::int]) else '{}' end,
        ${from}::timestamptz + n * make_interval(secs => ${PAUSE_SECONDS}::int), sha256(('salt' || n)::bytea), sha256(('entry' || n)::bytea)
      from drawn`)
}

/** How long the two files for a data breach take: what one officer did, and who saw one applicant. */
export async function auditLog(portal: Portal): Promise<TableRow[]> {
  const db = connect(portal.databaseUrl)
  try {
    const filled = await fillForOfficers(db, { people: PEOPLE, others: 4, each: 1 })
    const { first } = await insertOfficers(db)
    await db.run(sql`update staff set role = 'auditor' where id = ${first}`)
    await insertFiles(db, filled.big, first)
    await fillWithEntries(db, filled)
    await settle(portal)
    const officer = await db.row<{ id: number }>(sql`select min(id) as id from staff where email like 'log%'`)
    // A measured file: its content in words, the query of its address, and the least number of its entries.
    const files: [string, string, number][] = [
      ['what one officer did', `person=${officer?.id}`, ENTRIES / OFFICERS],
      ['who saw one applicant', `seen=${filled.firstPerson}`, 1_000],
    ]
    const rows: TableRow[] = []
    for (const [what, query, least] of files) {
      const seconds: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const found = await download(portal, `/api/staff/audit-log/file/?${query}`)
        if (found.lines <= least) throw new Error(`${what}: ${found.lines} lines`)
        console.error(
          `${what}: ${found.lines - 1} entries in ${found.seconds.toFixed(1)} s, ${found.megabytes.toFixed(1)} MB`,
        )
        seconds.push(found.seconds)
      }
      rows.push(limitRow(`Seconds: the file of ${what}, of a million entries`, MAX_SECONDS, seconds))
    }
    return rows
  } finally {
    await db.close()
  }
}
