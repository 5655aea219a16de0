import { PASSKEYS } from '#contract/accounts/passkeys.ts'
import { type Db, sql, type Tx } from '../database/connect.ts'
import type { PasskeyRow } from '../passkeys/webauthn.ts'
import { hasDraft } from './lock.ts'

const COLUMNS = sql`credential_id, public_key, counter, transports`

type OwnPasskeyRow = PasskeyRow & {
  id: number
  name: string
  created_at: Date
  /** When the passkey last logged someone in; null if never. */
  last_used_at: Date | null
}

export const findOwnPasskeys = (tx: Tx, userId: number) =>
  tx.rows<OwnPasskeyRow>(sql`
    select id, name, created_at, last_used_at, ${COLUMNS} from passkeys where user_id = ${userId} order by id limit ${PASSKEYS.most}`)

/** A stored passkey with the account that it opens. */
export type HeldPasskeyRow = PasskeyRow & {
  user_id: number
  email: string
  password_hash: string
  first_name: string
  last_name: string
  email_verified_at: Date | null
  has_question: boolean
  /** Whether the account has a draft, as `hasDraft` says. Looked up only on request. */
  has_draft: boolean
}

export const findHeldPasskey = (
  db: Db,
  credentialId: string,
  now: Date,
  { withDraft }: { withDraft: boolean },
) =>
  db.row<HeldPasskeyRow>(sql`
    select ${COLUMNS}, users.id as user_id, email, password_hash, first_name, last_name, email_verified_at,
      security_question is not null as has_question, ${withDraft}::boolean and ${hasDraft(now)} as has_draft
    from passkeys join users on users.id = user_id where credential_id = ${credentialId}`)

/** Reads a person's password hash and locks their account. So their passkeys change one after another. */
export const lockPasswordHash = async (tx: Tx, userId: number) =>
  (
    await tx.row<{ password_hash: string }>(
      sql`select password_hash from users where id = ${userId} for no key update`,
    )
  )?.password_hash

/** Returns 0 when the person has the most passkeys allowed, or when this passkey is already stored. */
export const insertPasskey = (tx: Tx, userId: number, name: string, row: PasskeyRow, now: Date) =>
  tx.run(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
    select ${userId}::bigint, ${row.credential_id}::text, ${row.public_key}::bytea, ${row.counter}::bigint, ${row.transports}::text[], ${name}::text, ${now}::timestamptz
    where (select count(*) from passkeys where user_id = ${userId}) < ${PASSKEYS.most}
    on conflict (credential_id) do nothing`)

/**
 * Saves the use counter that the passkey reports. Returns 0 when the counter went back, because then the
 * passkey was copied. Passkeys without a counter always report 0.
 */
export const recordUse = (
  tx: Tx,
  userId: number,
  { id, counter }: { id: string; counter: number },
  now: Date,
) =>
  tx.run(sql`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where credential_id = ${id} and user_id = ${userId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)

export const deletePasskey = (tx: Tx, userId: number, id: number) =>
  tx.row<{ name: string }>(sql`delete from passkeys where user_id = ${userId} and id = ${id} returning name`)

export const deletePasskeysOf = (tx: Tx, userId: number) =>
  tx.run(sql`delete from passkeys where user_id = ${userId}`)
