import { CORRECTION_WORDS as WORDS } from '#contract/job-applications/correction.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import type { Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import { isJobClosed } from './arrival.ts'
import {
  endCorrection,
  isDecided,
  lockForCorrection,
  type ReopenedRow,
  startCorrection,
} from './corrections-store.ts'

// A person reopens a sent application to correct it, or gives up the correction.

/** Refuses to reopen an application that can no longer be corrected (W15). */
export function requireCorrectable({ withdrawn_at, status, is_in_pool }: ReopenedRow): void {
  if (withdrawn_at) throw refuse('conflict', { message: WORDS.withdrawn })
  if (isDecided(status)) throw refuse('conflict', { message: WORDS.decided })
  if (is_in_pool) throw refuse('conflict', { message: WORDS.selecting })
}

/** Finds and locks the person's own application. It must be sent. */
async function requireSent(tx: Tx, userId: number, id: number): Promise<ReopenedRow> {
  const row = await lockForCorrection(tx, userId, id)
  if (!row) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
  if (!row.is_completed) throw refuse('conflict', { message: WORDS.notSent })
  return row
}

/** Reopens a sent application. Returns the draft's version, the correction's number, and the time. */
async function reopen(tx: Tx, userId: number, row: ReopenedRow, now: Date) {
  // The deadline is compared with the present time. Only a submit can have a ticket for an earlier time.
  if (isJobClosed(row, now)) throw refuse('job_closed')
  // A sent application always has a `sent_version`. The 0 only satisfies the type checker, here and below.
  if ((row.sent_version ?? 0) >= APPLICATION.maxVersions)
    throw refuse('conflict', { message: WORDS.tooOften })
  const started = await startCorrection(tx, userId, row.id, now)
  // This case exists only for the type checker: the row is locked, sent and not reopened.
  if (!started) throw refuse('conflict')
  return { ...started, reopenedAt: now }
}

/** Reopens a sent application, once, while its job is open (W15). */
export const reopenApplication: Handler<'POST /api/job-applications/{id}/reopen/'> = (
  deps,
  { applicant: { userId }, params },
) =>
  deps.db.tx(async (tx) => {
    const row = await requireSent(tx, userId, params.id)
    requireCorrectable(row)
    const { version, correction, reopenedAt } = row.reopened_at
      ? { version: row.version, correction: (row.sent_version ?? 0) + 1, reopenedAt: row.reopened_at }
      : await reopen(tx, userId, row, deps.now())
    return {
      id: row.id,
      job_id: row.job_id,
      version,
      correction: { version: correction, reopened_at: reopenedAt.toISOString() },
      message: WORDS.reopened,
    }
  })

/** Deletes the changes of an unsent correction; allowed after the deadline too (W15). */
export const keepSentApplication: Handler<'POST /api/job-applications/{id}/keep-sent/'> = (
  deps,
  { applicant: { userId }, params },
) =>
  deps.db.tx(async (tx) => {
    const row = await requireSent(tx, userId, params.id)
    if (row.reopened_at) await endCorrection(tx, userId, row.id, deps.now())
    return { id: row.id, message: WORDS.kept }
  })
