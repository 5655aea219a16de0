import type { Handler } from '../endpoints/serve.ts'
import { hasAnyPriority, hasPriority, refuseEntry } from '../brownout/line-entrance.ts'
import { passkeyRequest, verifyPasskey } from '../passkeys/webauthn.ts'
import { newSession } from '../sessions/session.ts'
import { loggedIn } from './logged-in.ts'
import { ceremonyOf, newTicket, requireTicket, OWNER_CHECK } from './passkey-tickets.ts'
import { passkeyRefusal } from './passkeys.ts'
import { findHeldPasskey, type HeldPasskeyRow, recordUse } from './passkeys-store.ts'

/**
 * Starts a login with a passkey. The caller names no account, and neither does the portal: the device knows
 * whose passkeys it has (T1).
 */
export const askLogin: Handler<'POST /api/login/passkey/options/'> = async (deps, { visitor }) => {
  const { ticket, challenge } = newTicket(deps, 'login')
  return { ticket, options: await passkeyRequest(ceremonyOf(deps, visitor, { challenge }), OWNER_CHECK) }
}

/**
 * Logs in with a passkey. No lock applies, because no one can guess a signature. So wrong passwords at an
 * account never keep its owner's passkey out. An unknown passkey is answered like a wrong one.
 */
export const loginByPasskey: Handler<'POST /api/login/passkey/'> = async (deps, { body, visitor }) => {
  // Undefined for a caller who need not wait in the line to log in.
  const entryRefusal = refuseEntry('loginInLine', deps, visitor)
  // At this overload even logins are limited: looking up drafts would take time from people who submit.
  if (entryRefusal && deps.admission?.admitsAllLogins() === false && !hasAnyPriority(deps, visitor))
    throw entryRefusal.refusalWithoutWait()
  const ticket = requireTicket(deps, 'login', body.ticket)
  const now = deps.now()
  // The stored passkey and its account. The function that finds it sets this variable, because
  // `verifyPasskey` returns only the passkey's id and counter.
  let heldPasskey: HeldPasskeyRow | undefined
  const usedPasskey = await verifyPasskey(
    ceremonyOf(deps, visitor, ticket),
    body.response,
    async (credentialId) =>
      (heldPasskey = await findHeldPasskey(deps.db, credentialId, now, {
        withDraft: entryRefusal !== undefined,
      })),
    OWNER_CHECK,
  )
  if (!usedPasskey || !heldPasskey?.email_verified_at) throw passkeyRefusal()
  const { user_id: userId, password_hash: passwordHash } = heldPasskey
  if (entryRefusal && !heldPasskey.has_draft && !hasPriority(deps, visitor, userId))
    throw entryRefusal.refusal()
  const session = newSession(deps, { userId, passwordHash }, visitor)
  await deps.db.tx(async (tx) => {
    await ticket.useUp(tx)
    // The passkey was removed meanwhile, or its counter went back, which means that it was copied.
    if (!(await recordUse(tx, userId, usedPasskey, now))) throw passkeyRefusal()
    // No session was opened, because the password was changed meanwhile.
    if (!(await tx.run(session.insertionAtLogin()))) throw passkeyRefusal()
  })
  return loggedIn(deps, visitor, session, { ...heldPasskey, id: userId })
}
