import { EMAIL_CHANGE_WORDS } from '#contract/accounts/email-change.ts'
import { EMAIL_CHANGE } from '#contract/accounts/limits.ts'
import { isDuplicate, sql, type Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import { addNotification } from '../notifications/add-notification.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import type { Secrets } from '../secrets.ts'
import { endSessionsOf } from '../sessions/session.ts'
import {
  confirmAddress,
  type EmailChangeRow,
  endCodes,
  lockChange,
  markChanged,
  moveAddress,
  undoChanges,
} from './email-change-store.ts'
import { endPasskeys } from './passkeys.ts'
import { deleteAllLocks } from './lock.ts'
import { removeQuestion } from './store.ts'
import { accountKey } from './tokens.ts'

const DAY_MS = 86_400_000
const PURPOSES = { old: 'email-change-old', new: 'email-change-new' } as const
const UNDO_PURPOSE = 'email-change-undo'
const SETTINGS = '/dashboard/settings'

/** The token of the link in the email to an address. Only its reader can confirm the address. */
export const confirmToken = (secrets: Secrets, side: 'old' | 'new', changeId: string) =>
  signToken(secrets, PURPOSES[side], changeId)
export const undoToken = (secrets: Secrets, changeId: string) => signToken(secrets, UNDO_PURPOSE, changeId)

const linkInvalid = () => refuse('link_invalid', { message: EMAIL_CHANGE_WORDS.linkInvalid })
const taken = () => refuse('conflict', { message: EMAIL_CHANGE_WORDS.taken })

/** Reads which address of which change a token confirms; undefined for a token that we did not sign. */
function sideToConfirm(secrets: Secrets, token: string) {
  const oldId = verifyToken(secrets, PURPOSES.old, token)
  if (oldId) return { id: oldId, side: 'old' } as const
  const newId = verifyToken(secrets, PURPOSES.new, token)
  return newId ? ({ id: newId, side: 'new' } as const) : undefined
}

// Ends every session but the one that asked for the change of email: the person may be typing there. `chain`
// is the id of a session, which stays the same while its token changes.
const keepOnlyAskingSession = (tx: Tx, { user_id: userId, asked_in: askedIn }: EmailChangeRow) =>
  tx.run(sql`delete from sessions where user_id = ${userId} and chain <> ${askedIn}`)

async function changeAddress(tx: Tx, change: EmailChangeRow, now: Date) {
  if (!(await moveAddress(tx, change, now))) throw taken()
  await markChanged(tx, change.id, now, new Date(now.getTime() + EMAIL_CHANGE.undoDays * DAY_MS))
  await keepOnlyAskingSession(tx, change)
  await endCodes(tx, change.user_id, now)
  await addNotification(tx, {
    userId: change.user_id,
    kind: 'email_changed',
    values: {},
    url: SETTINGS,
    now,
  })
  const payload = { changeId: change.id, userId: change.user_id }
  for (const topic of ['accounts.email-changed-old', 'accounts.email-changed-new'])
    await enqueueEmail(tx, { topic, payload, now })
}

/**
 * Confirms one of the two addresses of a change. Once both are confirmed, the account's email changes. A link
 * works repeatedly, because link scanners and reloads open it twice (A9, T39).
 */
export const confirmEmailChange: Handler<'POST /api/email-change/confirm/{token}/'> = async (
  deps,
  { params },
) => {
  const link = sideToConfirm(deps.secrets, params.token)
  if (!link) throw linkInvalid()
  const now = deps.now()
  const confirm = async (tx: Tx) => {
    const change = await lockChange(tx, link.id)
    if (!change || change.ended_at || change.expires_at <= now) throw linkInvalid()
    if (change.changed_at) return true
    const confirmed = await confirmAddress(tx, link.id, link.side, now)
    if (!confirmed) throw linkInvalid()
    if (!confirmed.old_confirmed_at || !confirmed.new_confirmed_at) return false
    await changeAddress(tx, confirmed, now)
    return true
  }
  const isChanged = await deps.db.tx(confirm).catch((error: unknown) => {
    // Someone created an account with the new address meanwhile.
    throw isDuplicate(error, 'users_email') ? taken() : error
  })
  return {
    message: isChanged ? EMAIL_CHANGE_WORDS.changed : EMAIL_CHANGE_WORDS.oneConfirmed,
    changed: isChanged,
  }
}

/**
 * Handles the link "This was not me" after a change of email. The account gets its old address back and loses
 * its security question and passkeys. Every session ends, as when a reset is undone (C3). Later changes of
 * the account's email are undone too.
 */
export const undoEmailChange: Handler<'POST /api/email-change/undo/{token}/'> = async (deps, { params }) => {
  const undoInvalid = () => refuse('link_invalid', { message: EMAIL_CHANGE_WORDS.undoInvalid })
  const id = verifyToken(deps.secrets, UNDO_PURPOSE, params.token)
  if (!id) throw undoInvalid()
  const now = deps.now()
  const undo = async (tx: Tx) => {
    const change = await lockChange(tx, id)
    if (!change?.changed_at || change.ended_at || change.expires_at <= now) throw undoInvalid()
    const { user_id: userId } = change
    await undoChanges(tx, change, now)
    await removeQuestion(tx, userId)
    await endPasskeys(tx, userId, now)
    await endSessionsOf(tx, userId)
    await endCodes(tx, userId, now)
    // Locks are stored by address. With the old address, the owner can log in again at once.
    await tx.run(deleteAllLocks(accountKey(deps.secrets, change.old_email)))
    await addNotification(tx, { userId, kind: 'email_change_undone', values: {}, url: SETTINGS, now })
  }
  await deps.db.tx(undo).catch((error: unknown) => {
    // The change cannot be undone: someone has created an account with the old address.
    throw isDuplicate(error, 'users_email') ? undoInvalid() : error
  })
  return { message: EMAIL_CHANGE_WORDS.undone }
}
