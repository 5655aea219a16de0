import { sql, type Tx } from '../database/connect.ts'
import type { AuditedSubmission } from './audit-store.ts'

/** A version that a correction replaced, with the next version; `next` is null when that is missing. */
export type AuditedVersion = AuditedSubmission & {
  next: { salt: Buffer; digest: Buffer; submitted_at: Date; receipt: string } | null
}

type Row = AuditedSubmission & {
  next_salt: Buffer | null
  next_digest: Buffer | null
  next_at: Date | null
  next_receipt: string | null
}

/**
 * The next replaced versions of applications, in the order of application and version (W15). `after` is the
 * last version of the page before. The version that follows (`next`) is the present one, or was replaced
 * later. `sent_at` is the version's own time, because the application's row has only the time of the present
 * version.
 */
export const findSuperseded = async (
  db: Tx,
  after: { id: number; version: number },
  count: number,
): Promise<AuditedVersion[]> => {
  const rows = await db.rows<Row>(sql`
    select s.application_id as id, s.version, a.is_completed as is_sent, a.reference_number as reference, s.submitted_at, s.submitted_at as sent_at, s.salt, s.digest,
      s.signature, s.key, s.receipt, sha256(convert_to(s.frozen, 'UTF8')) = s.digest as is_frozen_intact,
      next.salt as next_salt, next.digest as next_digest, next.submitted_at as next_at, next.receipt as next_receipt
    from superseded_submissions s left join job_applications a on a.id = s.application_id
    left join lateral (
      select salt, digest, submitted_at, receipt from submissions where application_id = s.application_id and version = s.version + 1
      union all
      select salt, digest, submitted_at, receipt from superseded_submissions where application_id = s.application_id and version = s.version + 1) next on true
    where (s.application_id, s.version) > (${after.id}, ${after.version}) order by s.application_id, s.version limit ${count}`)
  return rows.map(({ next_salt: salt, next_digest: digest, next_at, next_receipt: receipt, ...row }) => ({
    ...row,
    next:
      salt && digest && next_at && receipt !== null ? { salt, digest, submitted_at: next_at, receipt } : null,
  }))
}

/** Applications that lack earlier versions, at most 100. `missing` is the number of these versions. */
export const findIncomplete = (db: Tx) =>
  db.rows<{ id: number; missing: number }>(sql`
    select made.application_id as id, (made.version - 1 - before.count)::int as missing
    from submissions made cross join lateral (
      select count(*) from superseded_submissions where application_id = made.application_id and version < made.version) before
    where made.version > 1 and before.count <> made.version - 1 order by made.application_id limit 100`)

/**
 * Counts the superseding events in the log, minus the versions that were replaced: those in the database and
 * those that were erased. So it is 0, unless events or versions were deleted.
 */
export const countLostSupersedings = async (db: Tx) =>
  (
    await db.row<{ events: number }>(sql`
      select (select count(*) from log_events where kind = 'superseding') - (select count(*) from superseded_submissions)
        - (select count(superseding) from erased_versions) as events`)
  )?.events ?? 0
