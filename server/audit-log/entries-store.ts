import { openingInstant } from '#contract/civil-dates.ts'
import { auditKindsOf } from '#contract/audit-log/words.ts'
import type { LogFilter } from '#contract/audit-log/endpoints.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { entriesThatShow } from './seen-store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The most officers, and the most jobs, from which a filter lets an officer choose. */
const MAX_CHOICES = 500

/** An entry of the audit log, with the names of its officer and job. */
export type AuditRow = {
  id: number
  at: Date
  /** The officer who acted. Null when it was no officer; then `role` says who acted. */
  staff_id: number | null
  name: string | null
  role: string
  /** The kind of the audit entry, which says what was done. */
  act: string
  job_id: number | null
  job_reference: string | null
  job_title: string | null
  /** The application and the applicant that the entry is about. Null when it is about none or many. */
  application_id: number | null
  user_id: number | null
  reason: string
  digest: Buffer
  detail: Record<string, unknown>
  /** The officer who was affected by the action, or whose entries were read. */
  officer: string | null
}

/** The position of an audit entry in the list, which is ordered by time and then by id. */
type EntryPosition = Pick<AuditRow, 'id' | 'at'>

/**
 * A filter of the audit log. `seen` is an applicant's user id. If the applicant's account was deleted,
 * `seenApplication` replaces it: the id of an application.
 */
export type EntryFilter = Omit<LogFilter, 'seen'> & {
  seen?: number | undefined
  seenApplication?: number | undefined
}

/** The applicant whom the filter names; undefined when it names none. */
const applicantOf = ({ seen, seenApplication }: EntryFilter) => {
  if (seen !== undefined) return { userId: seen }
  return seenApplication === undefined ? undefined : { applicationId: seenApplication }
}

/**
 * Returns when a day (`2027-03-01`) or a minute (`2027-03-01T10:30`) of the filter ends: the start of the
 * next one. Undefined if it is unreadable.
 */
const endOf = (dayOrMinute: string) => {
  const start = openingInstant(dayOrMinute)
  return start && new Date(start.getTime() + (dayOrMinute.includes('T') ? MINUTE_MS : DAY_MS))
}

/** SQL condition of a filter on `audit_entries entry`. The first and last day or minute are included. */
const entriesMatching = ({ person, about, job, application, kind, from, to }: EntryFilter): Sql => {
  const start = from === undefined ? undefined : openingInstant(from)
  const end = to === undefined ? undefined : endOf(to)
  const conditions = [
    person === undefined ? undefined : sql`entry.staff_id = ${person}`,
    about === undefined ? undefined : sql`entry.user_id = ${about}`,
    job === undefined ? undefined : sql`entry.job_id = ${job}`,
    application === undefined ? undefined : sql`entry.application_id = ${application}`,
    kind === undefined ? undefined : sql`entry.act = any(${[...auditKindsOf(kind)]}::text[])`,
    start && sql`entry.at >= ${start}`,
    end && sql`entry.at < ${end}`,
  ]
  return conditions.reduce<Sql>(
    (joined, condition) => (condition ? sql`${joined} and ${condition}` : joined),
    sql`true`,
  )
}

/**
 * The audit entries that match a filter, newest first. `after` is the last entry of the previous page;
 * undefined for the first page. `officer` is filled for the kinds whose detail has an officer as `person`.
 */
export const findEntries = (tx: Tx, filter: EntryFilter, after: EntryPosition | undefined, limit: number) => {
  const conditions = sql`${entriesMatching(filter)} and ${after ? sql`(entry.at, entry.id) < (${after.at}, ${after.id})` : sql`true`}`
  const orderAndLimit = sql`order by entry.at desc, entry.id desc limit ${limit}`
  const seen = applicantOf(filter)
  const foundEntries =
    seen === undefined
      ? sql`(select * from audit_entries entry where ${conditions} ${orderAndLimit})`
      : sql`(select * from ${entriesThatShow(seen, conditions, orderAndLimit)} entry ${orderAndLimit})`
  return tx.rows<AuditRow>(sql`
    select entry.id, entry.at, entry.staff_id, staff.name, entry.role, entry.act, entry.job_id, jobs.reference as job_reference, jobs.title as job_title, entry.application_id, entry.user_id,
      entry.reason, entry.digest, entry.detail, officer.name as officer
    from ${foundEntries} entry
    left join staff on staff.id = entry.staff_id
    left join jobs on jobs.id = entry.job_id
    left join staff officer on officer.id = case when entry.act ~ '^(appointment|alarm)[.]'
      or entry.act in ('blind.agreed', 'blind.refused', 'person.changed', 'log.looked_at', 'log.exported', 'support.many_people') then (entry.detail ->> 'person')::bigint end
    order by entry.at desc, entry.id desc`)
}

export const findEntry = (tx: Tx, id: number) =>
  tx.row<EntryPosition>(sql`select id, at from audit_entries where id = ${id}`)

/** The reference numbers of applications, by the applications' ids. */
export const findReferences = async (tx: Tx, ids: number[]) => {
  const rows = await tx.rows<{ id: number; reference_number: string }>(sql`
    select id, reference_number from job_applications where id = any(${ids}::bigint[]) and reference_number is not null`)
  return new Map(rows.map((row) => [row.id, row.reference_number]))
}

export const findOfficers = (tx: Tx) =>
  tx.rows<{ id: number; name: string }>(
    sql`select id, name from staff order by name, id limit ${MAX_CHOICES}`,
  )

export const findJobs = (tx: Tx) =>
  tx.rows<{ id: number; reference: string; title: string }>(
    sql`select id, reference, title from jobs order by id desc limit ${MAX_CHOICES}`,
  )
