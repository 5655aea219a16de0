import { APPLICATION } from '#contract/job-applications/limits.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { WITHDRAWAL_WORDS as WORDS } from '#contract/job-applications/withdrawal.ts'
import type { Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import { titlesOf } from '../jobs/texts.ts'
import { addNotification } from '../notifications/add-notification.ts'
import { enqueueEmail, PRIORITY } from '../outbox/enqueue-email.ts'
import { newSalt, withdrawalDigest } from '../transparency/leaf.ts'
import { record } from '../transparency/record.ts'
import { endCorrection } from './corrections-store.ts'
import {
  findForWithdrawal,
  insertWithdrawal,
  markWithdrawn,
  removeFromLists,
  type WithdrawalRow,
} from './withdrawals-store.ts'

// A person withdraws a sent application.

/** Support can put an application back if it was withdrawn after this time. */
export const restorableSince = (now: Date): Date =>
  new Date(now.getTime() - APPLICATION.restoreHours * 3_600_000)

/**
 * Withdraws an application: takes it from officers' lists, marks it, ends its correction, and records it in
 * the public log. The caller notifies the owner. Undefined when the application is decided, or withdrawn
 * already. Even then it has left the lists, unless the caller rolls back.
 */
export async function withdrawSilently(
  tx: Tx,
  userId: number,
  { id, reference_number: reference }: Pick<WithdrawalRow, 'id' | 'reference_number'>,
  now: Date,
): Promise<{ job_id: number } | undefined> {
  const factsBefore = await removeFromLists(tx, userId, id)
  const marked = await markWithdrawn(tx, userId, id, now)
  if (!marked) return undefined
  await endCorrection(tx, userId, id, now)
  const salt = newSalt()
  const digest = withdrawalDigest({ salt, reference, withdrawnAt: now })
  await insertWithdrawal(tx, { id, ...factsBefore, salt, digest, now })
  await record(tx, { kind: 'withdrawal', digest, now })
  return marked
}

/** Returns when the application was withdrawn: now, or earlier by another call. */
async function withdraw(tx: Tx, userId: number, row: WithdrawalRow, now: Date): Promise<Date> {
  const { id, reference_number: reference } = row
  const marked = await withdrawSilently(tx, userId, row, now)
  if (!marked) {
    const rowNow = await findForWithdrawal(tx, userId, id)
    if (rowNow?.withdrawn_at) return rowNow.withdrawn_at
    throw refuse('conflict', { message: WORDS.decided })
  }
  await addNotification(tx, {
    kind: 'application_withdrawn',
    values: { ...titlesOf(row), reference },
    userId,
    url: `/dashboard/applications/${id}`,
    now,
  })
  await enqueueEmail(tx, {
    topic: 'job-applications.withdrawn',
    payload: { applicationId: id },
    now,
    jobId: marked.job_id,
    priority: PRIORITY.shown,
  })
  return now
}

/** A person withdraws their own application once, before a verdict (Data Protection Act 2019, s. 32). */
export const withdrawApplication: Handler<'POST /api/job-applications/{id}/withdraw/'> = (
  deps,
  { applicant: { userId }, params },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await findForWithdrawal(tx, userId, params.id)
    if (!row) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
    if (!row.is_completed) throw refuse('conflict', { message: WORDS.notSent })
    const withdrawnAt = row.withdrawn_at ?? (await withdraw(tx, userId, row, now))
    return {
      id: row.id,
      status: 'Withdrawn' as const,
      withdrawn_at: withdrawnAt.toISOString(),
      message: WORDS.done,
    }
  })
