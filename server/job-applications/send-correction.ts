import type { Tx } from '../database/connect.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { titlesOf } from '../jobs/texts.ts'
import { notificationInsert } from '../notifications/add-notification.ts'
import { emailInsert, PRIORITY } from '../outbox/enqueue-email.ts'
import { leafDigest, supersedingDigest } from '../transparency/leaf.ts'
import { recording } from '../transparency/record.ts'
import { replaceDocuments, requireSuperseded, type Superseded } from './corrections-store.ts'
import {
  type FreezeRequest,
  type FrozenApplication,
  frozenWithReceipt,
  submissionOf,
} from './freeze-application.ts'
import {
  insertOverwritten,
  insertTicketUse,
  lockedOpenJob,
  sentColumns,
  type Submission,
} from './insert-submission.ts'
import { presentSent } from './present.ts'

// Sends a correction: the next version of an application that was sent before (W15).

const leafOf = ({ reference, salt, digest, submitted_at: submittedAt }: Superseded) =>
  leafDigest({ salt, digest, reference, submittedAt })

/** The inserts for the public log: one event for the new version, one that it replaces `lastSent`. */
function eventsOf({ reference, digest, salt }: FrozenApplication, lastSent: Superseded, now: Date) {
  const leaf = leafDigest({ salt, digest, reference, submittedAt: now })
  const superseding = supersedingDigest({
    salt,
    reference,
    version: String(lastSent.version + 1),
    leaf: leaf.toString('hex'),
    supersedes: leafOf(lastSent).toString('hex'),
  })
  const sent = sql`sent`
  return {
    recorded: recording({ kind: 'submission', digest: leaf, now }, sent),
    superseded: recording({ kind: 'superseding', digest: superseding, now }, sent),
  }
}

const notificationOf = ({ row, userId, now }: FreezeRequest, { reference, version }: Superseded) =>
  notificationInsert(
    {
      userId,
      kind: 'application_corrected',
      values: {
        ...titlesOf({ title: row.job_title, title_sw: row.job_title_sw }),
        reference,
        version: version + 1,
      },
      url: `/dashboard/applications/${row.id}`,
      now,
    },
    sql`sent`,
  )

const emailOf = ({ row, now }: FreezeRequest, { version }: Superseded) =>
  emailInsert(
    {
      topic: 'job-applications.corrected',
      payload: { applicationId: row.id, version: version + 1 },
      now,
      jobId: row.job_id,
      dedupe: `application ${row.id} version ${version + 1}`,
      priority: PRIORITY.shown,
    },
    sql`sent`,
  )

/**
 * Replaces the version `lastSent` by the new one. A database trigger stores the earlier version in
 * `superseded_submissions`. Undefined when nothing was sent.
 */
const replaceSubmission = (
  tx: Tx,
  request: FreezeRequest,
  submission: Submission,
  frozen: FrozenApplication,
  lastSent: Superseded,
) => {
  const { recorded, superseded } = eventsOf(frozen, lastSent, request.now)
  return tx.row<{ id: number; version: number }>(sql`
    with job as (${lockedOpenJob(submission)}),
    sent as (
      update job_applications application set reopened_at = null,${sentColumns(submission)}
      from job
      where application.id = ${submission.id} and application.user_id = ${submission.userId} and application.job_id = job.id and application.reopened_at is not null and application.version = ${submission.version}
      returning application.id, application.version),
    stored as (
      update submissions made set version = ${lastSent.version + 1}, idempotency_key = ${submission.idempotencyKey}, frozen = ${submission.frozen},
        digest = ${submission.digest}::bytea, salt = ${submission.salt}::bytea, signature = ${submission.signature}::bytea, key = ${submission.key},
        receipt = ${submission.receipt}, flags = ${submission.flags}::text[], left_out = ${submission.leftOut}::text[],
        submitted_at = ${submission.now}::timestamptz
      from sent where made.application_id = sent.id and made.version = ${lastSent.version}),
    copied as (${insertOverwritten(submission)}),
    notified as (${notificationOf(request, lastSent)}),
    enqueued as (${emailOf(request, lastSent)}),
    recorded as (${recorded}),
    superseded as (${superseded})${insertTicketUse(submission, lastSent.version + 1)}
    select id, version from sent`)
}

/**
 * Freezes a correction as the next version of a sent application, under the same reference number (W15). The
 * caller's transaction holds the application's row. Undefined when the job is closed or another write came in
 * between.
 */
export async function freezeCorrection(deps: Deps, tx: Tx, request: FreezeRequest) {
  const { id, documents } = request.row
  const lastSent = await requireSuperseded(tx, id)
  const frozen = frozenWithReceipt(deps, request, {
    reference: lastSent.reference,
    version: String(lastSent.version + 1),
    supersedes: leafOf(lastSent).toString('hex'),
  })
  const submission = submissionOf(deps, request, frozen)
  const sent = await replaceSubmission(tx, request, submission, frozen, lastSent)
  if (!sent) return undefined
  await replaceDocuments(
    tx,
    id,
    lastSent.version,
    documents.map(({ kind }) => kind),
  )
  return presentSent(
    { ...sent, is_completed: true, reference_number: lastSent.reference },
    submission.receipt,
  )
}
