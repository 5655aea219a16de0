import type { DocumentKind } from '#contract/documents/documents.ts'
import { REVIEW } from '#contract/review/limits.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'

/** An application of the applicant who asks who has opened it. */
type OwnApplication = {
  id: number
  user_id: number
  job_id: number
  /** When the first version was sent: officers may have read any version. Null for a draft. */
  submitted_at: Date | null
  /** The submitted application as JSON; null for a draft. */
  frozen: string | null
  /** Officers' lists of the job show the application until this time; null while it is not withdrawn. */
  withdrawn_at: Date | null
}

/** Finds an application only when it belongs to this person (T10). */
export const findOwnApplication = (tx: Tx, userId: number, id: number) =>
  tx.row<OwnApplication>(sql`
    select application.id, user_id, job_id, frozen, application.withdrawn_at,
      coalesce((select submitted_at from superseded_submissions where application_id = application.id and version = 1), application.submitted_at) as submitted_at
    from job_applications application left join submissions on application_id = application.id
    where application.id = ${id} and user_id = ${userId}`)

export type AccessAct =
  | 'application.looked_at'
  | 'document.opened'
  | 'message.letter_previewed'
  | 'blind.lifted'
  | 'export.identities_downloaded'
  | 'notice.names_printed'
  | 'support.searched'
  | 'support.looked_at'
export type AccessRow = {
  at: Date
  role: StaffRole
  act: AccessAct
  /** The kind of the document that was opened; null when no document was. */
  kind: DocumentKind | null
  /** Whether the applicant's identity was hidden from the officer. */
  blind: boolean
  /** The number of all access records of the application. Only the newest are returned. */
  all: number
}

/**
 * Access records of an application, newest first. Each is one act of an officer, of one of these four sorts:
 * - The officer opened the application or a document of it, or previewed an email about it.
 * - An officer of support found or opened the owner's account, after the application was sent.
 * - Names in the job were shown to an officer, or printed, between submission and withdrawal. If they were
 *   shown before and still visible then, the record has the time of submission.
 * - The officer downloaded a file with identities that contains this application.
 */
export const findAccessRecords = (
  tx: Tx,
  { id, user_id: userId, job_id: jobId, submitted_at: sentAt, withdrawn_at: withdrawnAt }: OwnApplication,
) =>
  tx.rows<AccessRow>(sql`
    select at, role, act, kind, blind, count(*) over ()::int as all
    from (
      select at, role, act, detail ->> 'kind' as kind, coalesce((detail -> 'blind')::boolean, false) as blind, id
      from audit_entries where application_id = ${id} and act in ('application.looked_at', 'document.opened', 'message.letter_previewed')
      union all
      select at, role, act, null, false, id
      from audit_entries where user_id = ${userId} and act in ('support.searched', 'support.looked_at') and at >= ${sentAt}::timestamptz
      union all
      select greatest(at, ${sentAt}::timestamptz), role, act, null, false, id
      from audit_entries
      where job_id = ${jobId} and act in ('blind.lifted', 'notice.names_printed')
        and case when act = 'blind.lifted' then (detail ->> 'until')::timestamptz else at end > ${sentAt}::timestamptz
        and at < coalesce(${withdrawnAt}::timestamptz, 'infinity')
      union all
      select at, role, act, null, false, entry.id
      from audit_entries entry join export_requests request on request.id = (entry.detail ->> 'request')::bigint
      where entry.job_id = ${jobId} and act = 'export.identities_downloaded' and ${id}::bigint = any(request.application_ids)) records
    order by at desc, id desc limit ${REVIEW.accessRecordsShown}`)
