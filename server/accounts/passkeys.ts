import { PASSKEY_WORDS, PASSKEYS } from '#contract/accounts/passkeys.ts'
import type { Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { addNotification } from '../notifications/add-notification.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { newPasskeyRequest, passkeyRequest, verifyNewPasskey } from '../passkeys/webauthn.ts'
import { ceremonyOf, newTicket, requireTicket, OWNER_CHECK } from './passkey-tickets.ts'
import {
  deletePasskey,
  deletePasskeysOf,
  findOwnPasskeys,
  insertPasskey,
  lockPasswordHash,
} from './passkeys-store.ts'
import { requirePassword } from './require-password.ts'
import { findIdentity } from './store.ts'

const SETTINGS = '/dashboard/settings'

/** The screens read the key `non_field_errors` for errors that belong to no form field (A5). */
export const passkeyRefusal = (sentence: string = PASSKEY_WORDS.refused) =>
  refuseFields({ non_field_errors: sentence })

export const listPasskeys: Handler<'GET /api/passkeys/'> = async (deps, { applicant }) => ({
  results: (await findOwnPasskeys(deps.db, applicant.userId)).map(
    ({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    }),
  ),
})

/** A new passkey needs the password. Otherwise someone who found an open session could stay (A8). */
export const offerPasskey: Handler<'POST /api/passkeys/options/'> = async (
  deps,
  { applicant: { userId }, body, visitor },
) => {
  const person = await requirePassword(deps, userId, {
    password: body.password,
    wrong: { password: PASSKEY_WORDS.wrongPassword },
  })
  const existingPasskeys = await findOwnPasskeys(deps.db, userId)
  if (existingPasskeys.length >= PASSKEYS.most) throw passkeyRefusal(PASSKEY_WORDS.tooMany)
  const { ticket, challenge } = newTicket(deps, 'new', { userId, passwordHash: person.password_hash })
  const holder = {
    siteName: `${deps.config.organisation.acronym} Jobs`,
    userName: person.email,
    displayName: person.email,
    // The name of the account inside the passkey. It does not reveal the account's number.
    handle: deps.secrets.hmac('passkey-user', String(userId)),
  }
  const options = await newPasskeyRequest(ceremonyOf(deps, visitor, { challenge }), holder, {
    ...OWNER_CHECK,
    // The device stores the account inside the passkey. So a login with it asks for no email address.
    residentKey: 'required',
    existing: existingPasskeys.map(({ credential_id }) => credential_id),
  })
  return { ticket, options }
}

export const addPasskey: Handler<'POST /api/passkeys/'> = async (
  deps,
  { applicant: { userId }, body, visitor },
) => {
  const ticket = requireTicket(deps, 'new', body.ticket)
  if (ticket.userId !== userId) throw passkeyRefusal()
  const newPasskey = await verifyNewPasskey(ceremonyOf(deps, visitor, ticket), body.response, OWNER_CHECK)
  if (!newPasskey) throw passkeyRefusal()
  const now = deps.now()
  const name = body.name.trim()
  await deps.db.tx(async (tx) => {
    await ticket.useUp(tx)
    const passwordHash = await lockPasswordHash(tx, userId)
    // The password was changed since the passkey ticket was issued, perhaps to end this session.
    if (passwordHash === undefined || !ticket.isFor(passwordHash)) throw passkeyRefusal()
    if (!(await insertPasskey(tx, userId, name, newPasskey, now))) throw passkeyRefusal()
    await addNotification(tx, { userId, kind: 'passkey_added', values: { name }, url: SETTINGS, now })
    await enqueueEmail(tx, {
      topic: 'accounts.passkey-added',
      payload: { userId, at: now.toISOString() },
      now,
    })
  })
  return { message: PASSKEY_WORDS.added }
}

/** Starts the proof by passkey for a logged-in person, where a page asks for the password again. */
export const askProof: Handler<'POST /api/passkeys/proof/'> = async (
  deps,
  { applicant: { userId }, visitor },
) => {
  const person = await findIdentity(deps.db, userId, deps.now())
  if (!person) throw refuse('signed_out')
  const passkeys = await findOwnPasskeys(deps.db, userId)
  if (passkeys.length === 0) throw refuse('not_found')
  const { ticket, challenge } = newTicket(deps, 'proof', { userId, passwordHash: person.password_hash })
  const ceremony = ceremonyOf(deps, visitor, { challenge })
  return { ticket, options: await passkeyRequest(ceremony, { ...OWNER_CHECK, passkeys }) }
}

/** Removes a passkey. It may be the person's last one, because the password still logs in. */
export const removePasskey: Handler<'DELETE /api/passkeys/{id}/'> = (
  deps,
  { applicant: { userId }, params },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const removed = await deletePasskey(tx, userId, params.id)
    if (!removed) throw refuse('not_found')
    const { name } = removed
    await addNotification(tx, { userId, kind: 'passkey_removed', values: { name }, url: SETTINGS, now })
    await enqueueEmail(tx, {
      topic: 'accounts.passkey-removed',
      payload: { userId, at: now.toISOString() },
      now,
    })
    return { message: PASSKEY_WORDS.removed }
  })

/**
 * Removes all passkeys of a person who takes their account back: by a reset, or by undoing a change. An
 * intruder may have added a passkey of their own, and could return with it (T5).
 */
export async function endPasskeys(tx: Tx, userId: number, now: Date): Promise<void> {
  if (await deletePasskeysOf(tx, userId))
    await addNotification(tx, { userId, kind: 'passkeys_ended', values: {}, url: SETTINGS, now })
}
