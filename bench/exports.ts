import { readFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { EXPORT_COLUMNS, type ExportFormat } from '#contract/exports/words.ts'
import { connect, type Db, sql } from '../server/database/connect.ts'
import { fillForOfficers } from './officers-fill.ts'
import type { Portal } from './portal.ts'
import { median } from './rounds.ts'
import { settle } from './settle.ts'
import type { TableRow } from './table.ts'

const PEOPLE = 250_000
const ROUNDS = 3
/** The goals for an export: the time to its first byte, and the growth of the portal's memory. */
const FIRST_BYTE_MS = 1_000
const MAX_GROWTH_MB = 120
const NEWLINE = '\n'.charCodeAt(0)
/** The session token of the officer who downloads the export. */
const TOKEN = 'x'.repeat(43)

/** One download of a file. `grownMb`: how many megabytes the portal's process grew during the download. */
type Download = { firstByteMs: number; seconds: number; megabytes: number; grownMb: number }

/** Downloads a file as fast as possible, and measures the memory of the portal's process meanwhile. */
export function download(portal: Portal, path: string): Promise<Download & { bytes: number; lines: number }> {
  const pid = readFileSync(join(portal.dataDir, 'portal.pid'), 'utf8')
  const residentMb = () =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  const before = residentMb()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, residentMb())), 20)
  const startedAt = performance.now()
  return new Promise<Download & { bytes: number; lines: number }>((resolve, reject) => {
    http
      .get(portal.url + path, { headers: { cookie: `staff=${TOKEN}` } }, (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`an export was answered with ${response.statusCode}`))
        let firstByteMs = 0
        let bytes = 0
        let lines = 0
        response.on('data', (part: Buffer) => {
          // Only the first piece of the response sets the time of the first byte.
          firstByteMs ||= performance.now() - startedAt
          bytes += part.length
          for (let index = part.indexOf(NEWLINE); index >= 0; index = part.indexOf(NEWLINE, index + 1))
            lines++
        })
        response.on('end', () =>
          resolve({
            firstByteMs,
            seconds: (performance.now() - startedAt) / 1_000,
            megabytes: bytes / 1e6,
            grownMb: most - before,
            bytes,
            lines,
          }),
        )
        response.on('error', reject)
      })
      .on('error', reject)
  }).finally(() => clearInterval(timer))
}

/** Adds two officers. The first one is logged in with the session token `TOKEN`. Returns the ids of both. */
export async function insertOfficers(db: Db): Promise<{ first: number; second: number }> {
  const now = new Date()
  const rows = await db.rows<{ id: number }>(sql`
    insert into staff (email, name, role, password_hash, created_at)
    values ('first@example.org', 'First', 'recruiter', '', ${now}), ('second@example.org', 'Second', 'approver', '', ${now}) returning id`)
  const [first = 0, second = 0] = rows.map(({ id }) => id)
  await db.run(sql`
    insert into staff_sessions (token_hash, staff_id, ticket_hash, opened_at, expires_at)
    values (sha256(${TOKEN}::bytea), ${first}, sha256('bench'), ${now}, ${new Date(now.getTime() + 6 * 3_600_000)})`)
  return { first, second }
}

/** Adds an approved request for an export file with every column. Returns its id. */
async function insertApprovedRequest(
  db: Db,
  job: number,
  { first, second }: { first: number; second: number },
  format: ExportFormat,
): Promise<number> {
  const now = new Date()
  // The export request has all applications of the job, in the order of submission.
  const row = await db.patient(60).row<{ id: number }>(sql`
    insert into export_requests (job_id, filter, columns, format, reason, application_ids, size, digest, requested_by, requested_at, ends_at, decided_by, decided_at, approved)
    select ${job}::bigint, '{}', ${[...EXPORT_COLUMNS]}::text[], ${format}, 'Bench', array_agg(application_id order by submitted_at, application_id), count(*)::int, sha256(''),
      ${first}::bigint, ${now}::timestamptz, ${new Date(now.getTime() + 3_600_000)}::timestamptz, ${second}::bigint, ${now}::timestamptz, true
    from application_facts where job_id = ${job} returning id`)
  return row?.id ?? 0
}

/** Measures exports of 250,000 applications: the time to the first byte, and the growth of the process. */
export async function exports(portal: Portal): Promise<TableRow[]> {
  const db = connect(portal.databaseUrl)
  try {
    const { big } = await fillForOfficers(db, { people: PEOPLE, others: 1, each: 0 })
    const people = await insertOfficers(db)
    const files: [string, string][] = []
    for (const format of ['csv', 'xlsx'] as const) {
      files.push([
        `${format.toUpperCase()}, without identities`,
        `/api/staff/jobs/${big}/exports/file/?format=${format}`,
      ])
      files.push([
        `${format.toUpperCase()}, every column`,
        `/api/staff/exports/${await insertApprovedRequest(db, big, people, format)}/file/`,
      ])
    }
    await settle(portal)
    const lines: TableRow[] = []
    for (const [what, path] of files) {
      const rounds: Download[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const found = await download(portal, path)
        // A CSV file has one line for each application, and one line of headings.
        if (what.startsWith('CSV') && found.lines !== PEOPLE + 1)
          throw new Error(`${what}: ${found.lines} lines`)
        console.error(
          `${what}: first byte ${found.firstByteMs.toFixed(0)} ms, ${found.seconds.toFixed(1)} s, ${found.megabytes.toFixed(1)} MB, the process grew by ${found.grownMb.toFixed(0)} MB`,
        )
        rounds.push(found)
      }
      lines.push(
        limitRow(
          `First byte of ${PEOPLE} applications, ${what}, in ms`,
          FIRST_BYTE_MS,
          rounds.map(({ firstByteMs }) => firstByteMs),
        ),
      )
      lines.push(
        limitRow(
          `The process grew by, ${what}, in MB`,
          MAX_GROWTH_MB,
          // At least 1 MB of growth, because the ratio cannot divide by zero.
          rounds.map(({ grownMb }) => Math.max(1, grownMb)),
        ),
      )
    }
    return lines
  } finally {
    await db.close()
  }
}

/** A row of the table. Its goal: the median of the rounds is at most `limit`. */
export function limitRow(what: string, limit: number, measured: number[]): TableRow {
  const ratios = measured.map((used) => limit / used)
  return {
    what,
    against: 'what it may be',
    goal: 1,
    product: median(measured),
    limit,
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  }
}
