import type { StoredReason } from '#contract/decisions/reasons.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import type { WantedDocument } from '#contract/jobs/wanted-documents.ts'
import { REVIEW } from '#contract/review/limits.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas } from '../staff/areas.ts'

// A case is one submitted application with everything that officers know about it.

export type CaseRow = {
  id: number
  job_id: number
  job_reference: string
  job_title: string
  submitted_at: Date
  /** The version of the application: 1, or more after corrections (W15). */
  version: number
  /** Canonical JSON. */
  frozen: string
  digest: Buffer
  /** The flags that the application got when it was sent. */
  raised: string[]
  /** The documents that the submit named and the server could not accept. */
  left_out: DocumentKind[]
  /** The documents that the job wants now. */
  wanted_documents: WantedDocument[]
}

/** Finds a submitted application that this officer may open; never a draft (T32). */
export const findCase = (tx: Tx, staff: Staff, id: number) =>
  tx.row<CaseRow>(sql`
    select facts.application_id as id, jobs.id as job_id, jobs.reference as job_reference, jobs.title as job_title, made.submitted_at, made.version, made.frozen, made.digest,
      made.flags as raised, made.left_out, jobs.wanted_documents
    from application_facts facts
    join submissions made on made.application_id = facts.application_id
    join jobs on jobs.id = facts.job_id
    where facts.application_id = ${id} and ${inAreas(staff.areas)}`)

/**
 * When earlier versions of an application were sent, the newest first. The present version is not among them.
 */
export const findEarlierVersions = (tx: Tx, { id, version }: Pick<CaseRow, 'id' | 'version'>) =>
  version === 1
    ? Promise.resolve([])
    : tx.rows<{ version: number; submitted_at: Date }>(
        sql`select version, submitted_at from superseded_submissions where application_id = ${id} order by version desc`,
      )

/** Finds an application as `findCase` does, without its content. `is_open`: officers may see its names. */
export const findAccessibleApplication = (tx: Tx, staff: Staff, id: number) =>
  tx.row<{ id: number; job_id: number; reference: string; is_open: boolean }>(sql`
    select application.id, facts.job_id, application.reference_number as reference, facts.is_open
    from application_facts facts join job_applications application on application.id = facts.application_id
    where facts.application_id = ${id} and ${inAreas(staff.areas)}`)

/** The other applications that share a value of this kind: the first few, and the number of all. */
export type SharedValueRow = {
  kind: 'referee' | 'phone' | 'document'
  applications: { id: number; reference: string }[]
  count: number
}

/**
 * Other applications of the job with the same referee, phone or document, earliest first. For each value,
 * counting stops at a limit, because thousands may name one referee. The officer's areas are checked for each
 * of these applications separately, because a join would read the whole job.
 */
export const findSharedValues = (
  tx: Tx,
  staff: Staff,
  { job_id: jobId, id }: Pick<CaseRow, 'job_id' | 'id'>,
) =>
  tx.rows<SharedValueRow>(sql`
    with shared as materialized (
      select mine.kind, count(distinct application_id)::int as count, (array_agg(distinct application_id))[:${REVIEW.sharesNamed}::int] as named
      from (select kind, mark from application_marks where application_id = ${id} and job_id = ${jobId}) mine cross join lateral (
        select other.application_id from application_marks other
        where other.job_id = ${jobId} and other.kind = mine.kind and other.mark = mine.mark and other.application_id <> ${id}
          and (select ${inAreas(staff.areas)}::boolean from application_facts facts where facts.application_id = other.application_id)
        order by other.application_id limit ${REVIEW.sharesCounted}) others
      group by mine.kind)
    select kind, count, (
      select jsonb_agg(jsonb_build_object('id', id, 'reference', reference_number) order by id) from job_applications where id = any(named)) as applications
    from shared order by kind`)

type Officer = { name: string; role: StaffRole }
export type DecisionRow = {
  /** When the decision on the application took effect. */
  at: Date
  from_stage: number | null
  to_stage: number
  reason: StoredReason | null
  proposer: Officer | null
  /** The second officer; null when no second officer decided. */
  approver: Officer | null
}

/**
 * The decisions that have taken effect on an application, newest first. A decision has the reason for this
 * application, or else the reason for its whole list.
 */
export const findDecisions = (tx: Tx, id: number) =>
  tx.rows<DecisionRow>(sql`
    select entry.applied_at as at, entry.from_stage, lists.to_stage, 
      case when why.id is not null then json_build_object('kind', why.kind, 'values', why.values, 'words', why.words) end as reason,
      case when proposer.id is not null then jsonb_build_object('name', proposer.name, 'role', proposer.role) end as proposer,
      case when approver.id is not null then jsonb_build_object('name', approver.name, 'role', approver.role) end as approver
    from decision_entries entry
    join decisions lists on lists.id = entry.list_id
    left join decision_reasons why on why.id = coalesce(entry.reason_id, lists.reason_id)
    left join staff proposer on proposer.id = coalesce(lists.proposed_by, lists.made_by)
    left join staff approver on approver.id = lists.decided_by and approver.id <> proposer.id
    where entry.application_id = ${id} and entry.applied_at is not null
    order by entry.applied_at desc, entry.list_id desc limit ${REVIEW.historyShown}`)

export type NoteRow = { id: number; by: string; role: StaffRole; at: Date; text: string }

export const findNotes = (tx: Tx, id: number) =>
  tx.rows<NoteRow>(sql`
    select note.id, staff.name as by, note.role, note.at, note.text
    from application_notes note join staff on staff.id = note.staff_id
    where application_id = ${id} order by note.id desc limit ${REVIEW.notesShown}`)

export const insertNote = (
  tx: Tx,
  { applicationId, staff, text, now }: { applicationId: number; staff: Staff; text: string; now: Date },
) =>
  tx.row<{ id: number }>(sql`
    insert into application_notes (application_id, staff_id, role, text, at) values (${applicationId}, ${staff.id}, ${staff.role}, ${text}, ${now}) returning id`)
