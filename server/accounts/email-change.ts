import { randomUUID } from 'node:crypto'
import { EMAIL_CHANGE_WORDS } from '#contract/accounts/email-change.ts'
import { EMAIL_CHANGE, EMAILS_PER_HOUR, LOGIN_LOCK } from '#contract/accounts/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Handler } from '../endpoints/serve.ts'
import { countInWindow, secondsUntil } from '../counters.ts'
import { limitAttempts } from '../http/limit-attempts.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import {
  type EmailChangeRow,
  endPendingChange,
  findPendingChange,
  insertChange,
  lockForChange,
} from './email-change-store.ts'
import { passwordAttempts } from './passwords.ts'
import { findIdentity } from './store.ts'
import { accountKey } from './tokens.ts'

const HOUR_SECONDS = 3_600

const presentChange = (row: EmailChangeRow | undefined) => ({
  pending: row
    ? {
        email: row.new_email,
        old_confirmed: row.old_confirmed_at !== null,
        new_confirmed: row.new_confirmed_at !== null,
        expires_at: row.expires_at.toISOString(),
      }
    : null,
})

export const findEmailChange: Handler<'GET /api/email-change/'> = async (deps, { applicant }) =>
  presentChange(await findPendingChange(deps.db, applicant.userId, deps.now()))

const lockedRefusal = (retryAfterSeconds: number) =>
  refuse('locked', {
    fieldErrors: { non_field_errors: REFUSALS.locked.message },
    retryAfter: retryAfterSeconds,
  })
const wrongPasswordRefusal = () => refuseFields({ password: EMAIL_CHANGE_WORDS.wrongPassword })

// Counts a request for a change of email, by account and by new address. Above the limit of the account, the
// request is refused. The new address may be a stranger's (T23). Above its limit, that address gets no email,
// and the answer to the caller is the same.
async function countRequest(tx: Tx, deps: Deps, userId: number, email: string, now: Date) {
  const byAccount = await countInWindow(tx, `email change ${userId}`, HOUR_SECONDS, now)
  if (byAccount.count > EMAILS_PER_HOUR) {
    throw refuse('too_many', {
      message: EMAIL_CHANGE_WORDS.tooMany,
      fieldErrors: { non_field_errors: EMAIL_CHANGE_WORDS.tooMany },
      retryAfter: secondsUntil(byAccount.windowEnds, now),
    })
  }
  const addressKey = accountKey(deps.secrets, email).toString('base64url')
  const byAddress = await countInWindow(tx, `email change to ${addressKey}`, HOUR_SECONDS, now)
  return { mayEmailNewAddress: byAddress.count <= EMAILS_PER_HOUR }
}

/**
 * Asks to change an account's email address. Both addresses get a link, and the change waits for both. If the
 * new address has an account, the answer is the same; only the email to it says so (T1). A later request
 * replaces this one.
 */
export const askEmailChange: Handler<'POST /api/email-change/'> = async (deps, { applicant, body }) => {
  const { userId, session } = applicant
  const now = deps.now()
  const person = await findIdentity(deps.db, userId, now)
  if (!person) throw refuse('signed_out')
  // While a reset by question can still be undone, an intruder who answered the question must not take the
  // address away (C3).
  if (person.is_reset_undoable) throw refuse('conflict', { message: EMAIL_CHANGE_WORDS.held })
  const email = normaliseEmail(body.email)
  if (email === person.email) throw refuseFields({ email: EMAIL_CHANGE_WORDS.same })
  // When this check returns undefined, the password was wrong and the try counts as failed.
  const isRightPassword = await limitAttempts(
    deps.db,
    passwordAttempts(userId),
    LOGIN_LOCK,
    now,
    lockedRefusal,
    async () => ((await deps.hasher.verify(person.password_hash, body.password)) ? true : undefined),
  )
  if (!isRightPassword) throw wrongPasswordRefusal()
  await deps.db.tx(async (tx) => {
    if (!(await lockForChange(tx, userId, person.password_hash))) throw wrongPasswordRefusal()
    const { mayEmailNewAddress } = await countRequest(tx, deps, userId, email, now)
    await endPendingChange(tx, userId, now)
    const id = randomUUID()
    const expiresAt = new Date(now.getTime() + EMAIL_CHANGE.confirmHours * HOUR_SECONDS * 1_000)
    await insertChange(tx, { id, userId, askedIn: session.sessionId, email, expiresAt }, now)
    // Support finds the emails of a person by `userId`.
    const payload = { changeId: id, userId }
    await enqueueEmail(tx, { topic: 'accounts.email-change-old', payload, now })
    if (mayEmailNewAddress) await enqueueEmail(tx, { topic: 'accounts.email-change-new', payload, now })
  })
  return {
    message: EMAIL_CHANGE_WORDS.asked,
    ...presentChange(await findPendingChange(deps.db, userId, now)),
  }
}

export const takeBackEmailChange: Handler<'DELETE /api/email-change/'> = async (deps, { applicant }) => {
  if (!(await endPendingChange(deps.db, applicant.userId, deps.now()))) throw refuse('not_found')
  return { message: EMAIL_CHANGE_WORDS.takenBack }
}
