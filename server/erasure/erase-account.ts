import { createHash } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'
import { ERASURE_WORDS as WORDS } from '#contract/erasure/words.ts'
import { deleteAllLocks } from '../accounts/lock.ts'
import { accountKey } from '../accounts/tokens.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { deleteCorrectionDocuments } from '../job-applications/corrections-store.ts'
import { withdrawSilently } from '../job-applications/withdraw.ts'
import { dropEmailsTo } from '../outbox/drop-emails.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { erasureDigest, newSalt } from '../transparency/leaf.ts'
import { record } from '../transparency/record.ts'
import { eraseAuditWords, giveUpMessages, insertErasure, unlinkFromPerson } from './applications-store.ts'
import { eraseApplications, requireTrueClock } from './erase-applications.ts'
import {
  deleteAccount,
  deleteDraft,
  findAccount,
  forgetSubscriber,
  lockAccount,
  lockDeletion,
  lockNext,
  type PlannedRow,
  type RetentionEnds,
} from './store.ts'

// A person deletes their own account, with all data that need not be kept.

/**
 * What happens to an application when its applicant deletes the account. It may be withdrawn and kept: then
 * officers no longer see it.
 */
const fateOf = ({ is_completed, is_withdrawn, is_decided, why }: PlannedRow) => ({
  isDraft: !is_completed,
  isWithdrawnNow: is_completed && !is_withdrawn && !is_decided,
  staysStored: why !== null,
})

/** SHA-256 of what happens to each application, in hex. The person agreed to exactly this. */
export const digestOfFates = (rows: PlannedRow[]): string => {
  const byId = [...rows].sort((left, right) => left.id - right.id)
  const fates = byId.map((row) => ({ id: row.id, ...fateOf(row) }))
  return createHash('sha256').update(canonical(fates)).digest('hex')
}

/** How many applications of the deleted account were drafts, were withdrawn now, and are kept. */
export type Summary = Record<'drafts' | 'withdrawn' | 'kept', number>

type ErasureRequest = { userId: number; retentionEnds: RetentionEnds; now: Date }

/**
 * Takes all applications from the person, one after the other. A draft is deleted. A submitted application
 * loses its person, and is withdrawn if it is not decided. `detached` collects them all.
 */
async function detachApplications(
  tx: Tx,
  { userId, retentionEnds, now }: ErasureRequest,
  detached: PlannedRow[],
): Promise<void> {
  while (true) {
    const row = await lockNext(tx, userId, retentionEnds, now)
    if (!row) return
    // Another call deleted the application after it was found and before it was locked.
    if (row === 'gone') continue
    const { isDraft, isWithdrawnNow } = fateOf(row)
    if (isDraft) await deleteDraft(tx, row.id)
    else {
      if (isWithdrawnNow)
        await withdrawSilently(tx, userId, { id: row.id, reference_number: row.reference ?? '' }, now)
      await deleteCorrectionDocuments(tx, row.id)
      await giveUpMessages(tx, [row.id])
      await unlinkFromPerson(tx, row.id)
    }
    detached.push(row)
  }
}

/** Records in the public log that the account was erased, and erases officers' words about the person. */
async function recordErasure(tx: Tx, userId: number, now: Date): Promise<void> {
  const salt = newSalt()
  const digest = erasureDigest({ salt, account: userId, erasedAt: now })
  await insertErasure(tx, { about: { user: userId }, salt, digest, now })
  await record(tx, { kind: 'erasure', digest, now })
  await eraseAuditWords(tx, sql`user_id = ${userId}`)
}

/**
 * Deletes an account with everything that may be deleted at once, in the caller's transaction. Kept
 * applications lose their person, so the same email and ID number can register again. Undefined when the
 * account is gone. Refuses, and changes nothing, unless `state` is the digest of what happens to the
 * applications.
 */
export async function eraseAccount(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: Tx,
  request: ErasureRequest & { state: string },
): Promise<Summary | undefined> {
  const { userId, now, state } = request
  await lockDeletion(tx, userId)
  const account = await findAccount(tx, userId)
  if (!account) return undefined
  await requireTrueClock(tx, now)
  const detached: PlannedRow[] = []
  // Applications are locked before the account, in the same order as a submit, so that the two never
  // deadlock. An application that was started meanwhile is found by the second call.
  await detachApplications(tx, request, detached)
  await lockAccount(tx, userId)
  await detachApplications(tx, request, detached)
  if (digestOfFates(detached) !== state) throw refuse('conflict', { message: WORDS.changed })
  const fates = detached.map((row) => ({ id: row.id, ...fateOf(row) }))
  const sentAndNotStored = fates.filter(({ isDraft, staysStored }) => !isDraft && !staysStored)
  await eraseApplications(
    tx,
    sentAndNotStored.map(({ id }) => id),
    now,
  )
  await recordErasure(tx, userId, now)
  await dropEmailsTo(tx, userId, account.email)
  await forgetSubscriber(tx, account.email)
  await tx.run(deleteAllLocks(accountKey(secrets, account.email)))
  await deleteAccount(tx, userId)
  const summary = {
    drafts: fates.filter(({ isDraft }) => isDraft).length,
    withdrawn: fates.filter(({ isWithdrawnNow }) => isWithdrawnNow).length,
    kept: fates.filter(({ staysStored }) => staysStored).length,
  }
  await enqueueEmail(tx, {
    topic: 'erasure.done',
    payload: { ...account, ...summary, at: now.toISOString() },
    now,
  })
  return summary
}
