import { sql, type Tx } from '../database/connect.ts'
import { lockLoggedInStaff, type Staff } from '../sessions/staff-session.ts'
import { auditEntryDigest, newSalt } from '../transparency/leaf.ts'
import { record } from '../transparency/record.ts'

/**
 * What the audit log records about an action. It is stored for good, so it never contains a form answer, a
 * password or the content of a document.
 */
type AuditEntry = {
  /** The subject and the verb of the action, such as `application.looked_at`. */
  act: string
  jobId?: number | undefined
  applicationId?: number | undefined
  userId?: number | undefined
  reason?: string | undefined
  /** What the action chose or changed, from what to what, in a few short values. */
  detail?: Record<string, unknown>
}

/**
 * Who performs an action. It is an officer with or without a session, the operator at the server's command
 * line, or the portal itself at a time that officers set.
 */
export type Actor =
  | (Pick<Staff, 'id' | 'role'> & Partial<Pick<Staff, 'tokenHash' | 'expiresAt'>>)
  | 'operator'
  | 'portal'

/**
 * Writes an audit entry and its event of the public log. Both are in the caller's transaction, so they exist
 * exactly when the action does. Refuses `signed_out` when the officer's session ended since the call started.
 */
export async function recordAudit(
  tx: Tx,
  actor: Actor,
  { act: auditAction, jobId, applicationId, userId, reason = '', detail = {} }: AuditEntry,
  now: Date,
): Promise<void> {
  if (typeof actor !== 'string' && actor.tokenHash && actor.expiresAt)
    await lockLoggedInStaff(tx, { id: actor.id, tokenHash: actor.tokenHash, expiresAt: actor.expiresAt })
  const row = {
    salt: newSalt(),
    staffId: typeof actor === 'string' ? null : actor.id,
    role: typeof actor === 'string' ? actor : actor.role,
    act: auditAction,
    jobId: jobId ?? null,
    applicationId: applicationId ?? null,
    userId: userId ?? null,
    reason,
    detail,
    at: now,
  }
  const digest = auditEntryDigest(row)
  await tx.run(sql`
    insert into audit_entries (staff_id, role, act, job_id, application_id, user_id, reason, detail, at, salt, digest)
    values (${row.staffId}, ${row.role}, ${auditAction}, ${row.jobId}, ${row.applicationId}, ${row.userId}, ${reason}, ${JSON.stringify(detail)}::jsonb, ${now},
      ${row.salt}, ${digest})`)
  await record(tx, { kind: 'staff_act', digest, now })
}
