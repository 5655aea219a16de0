import type { FieldErrors } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Visitor } from '../http/visitor.ts'
import { verifyPasskey } from '../passkeys/webauthn.ts'
import { ceremonyOf, requireTicket, OWNER_CHECK } from './passkey-tickets.ts'
import { passkeyRefusal } from './passkeys.ts'
import { findOwnPasskeys, lockPasswordHash, recordUse } from './passkeys-store.ts'
import { requirePassword } from './require-password.ts'

type PasskeyAnswer = { ticket: string; response: Record<string, unknown> }
type Proof = { password: string; passkey?: PasskeyAnswer | undefined }

/**
 * Requires that a logged-in person proves again who they are: with a passkey or the password. If both are
 * given, only the passkey is checked. `wrong` has the field errors for a wrong password.
 */
export async function requireProof(
  deps: Deps,
  visitor: Visitor,
  userId: number,
  { password, passkey, wrong }: Proof & { wrong: FieldErrors },
): Promise<void> {
  if (passkey) await requirePasskey(deps, visitor, userId, passkey)
  else await requirePassword(deps, userId, { password, wrong })
}

async function requirePasskey(deps: Deps, visitor: Visitor, userId: number, answer: PasskeyAnswer) {
  const ticket = requireTicket(deps, 'proof', answer.ticket)
  if (ticket.userId !== userId) throw passkeyRefusal()
  const usedPasskey = await verifyPasskey(
    ceremonyOf(deps, visitor, ticket),
    answer.response,
    async (id) => (await findOwnPasskeys(deps.db, userId)).find(({ credential_id }) => credential_id === id),
    OWNER_CHECK,
  )
  if (!usedPasskey) throw passkeyRefusal()
  await deps.db.tx(async (tx) => {
    await ticket.useUp(tx)
    // The passkey ticket is worthless if the password was changed since it was issued.
    const passwordHash = await lockPasswordHash(tx, userId)
    if (passwordHash === undefined || !ticket.isFor(passwordHash)) throw passkeyRefusal()
    if (!(await recordUse(tx, userId, usedPasskey, deps.now()))) throw passkeyRefusal()
  })
}
