import { type Db, sql, type Tx } from '../database/connect.ts'
import { deleteInParts, SWEPT_ROWS } from '../database/delete-in-parts.ts'
import type { Language } from '#contract/language/paths.ts'

/**
 * A change of an account's email address: requested, then confirmed by both addresses, then made or ended.
 */
export type EmailChangeRow = {
  id: string
  user_id: number
  /** The session in which the person asked for the change. */
  asked_in: string
  old_email: string
  new_email: string
  /** When the old address confirmed the change. In this date and the next three, null means: not yet. */
  old_confirmed_at: Date | null
  new_confirmed_at: Date | null
  /** When the change was made, so that the account got its new address. */
  changed_at: Date | null
  /** When the change was cancelled, replaced by a later one, or undone. */
  ended_at: Date | null
  /** Before the change is made: until when it can be confirmed. After that: until when it can be undone. */
  expires_at: Date
}

const COLUMNS = sql`
  id, user_id, asked_in, old_email, new_email, old_confirmed_at, new_confirmed_at, changed_at, ended_at, expires_at`

export const findPendingChange = (db: Db, userId: number, now: Date) =>
  db.row<EmailChangeRow>(sql`
    select ${COLUMNS} from email_changes
    where user_id = ${userId} and changed_at is null and ended_at is null and expires_at > ${now}`)

/**
 * Locks the row of an account until the transaction ends. So requests to change its email are handled one
 * after the other. False when the password was changed since `checkedHash` was read.
 */
export const lockForChange = async (tx: Tx, userId: number, checkedHash: string) =>
  (await tx.row(
    sql`select from users where id = ${userId} and password_hash = ${checkedHash} for no key update`,
  )) !== undefined

/** Ends the account's pending change of email. Returns how many were ended: 1 or 0. */
export const endPendingChange = (tx: Tx, userId: number, now: Date) =>
  tx.run(sql`
    update email_changes set ended_at = ${now}
    where user_id = ${userId} and changed_at is null and ended_at is null`)

type AskedChange = { id: string; userId: number; askedIn: string; email: string; expiresAt: Date }

/** Adds a change of email that waits for both addresses. The account's present address is the old one. */
export const insertChange = (tx: Tx, { id, userId, askedIn, email, expiresAt }: AskedChange, askedAt: Date) =>
  tx.run(sql`
    insert into email_changes (id, user_id, asked_in, old_email, new_email, asked_at, expires_at)
    select ${id}::uuid, id, ${askedIn}::uuid, email, ${email}::text, ${askedAt}::timestamptz, ${expiresAt}::timestamptz
    from users where id = ${userId}`)

/**
 * Reads a change of email, and locks the row of its account until the transaction ends. So links that are
 * opened at the same time are handled one after the other.
 */
export async function lockChange(tx: Tx, id: string): Promise<EmailChangeRow | undefined> {
  await tx.run(sql`
    select from users where id = (select user_id from email_changes where id = ${id}) for no key update`)
  return tx.row<EmailChangeRow>(sql`select ${COLUMNS} from email_changes where id = ${id}`)
}

/**
 * Records when an address confirmed a change of email. A second confirmation keeps the first time. Undefined
 * when the change was made or ended meanwhile: a person takes it back without the lock of `lockChange`.
 */
export const confirmAddress = (tx: Tx, id: string, side: 'old' | 'new', now: Date) =>
  tx.row<EmailChangeRow>(sql`
    update email_changes set
      old_confirmed_at = case when ${side === 'old'}::boolean then coalesce(old_confirmed_at, ${now}::timestamptz) else old_confirmed_at end,
      new_confirmed_at = case when ${side === 'new'}::boolean then coalesce(new_confirmed_at, ${now}::timestamptz) else new_confirmed_at end
    where id = ${id} and changed_at is null and ended_at is null returning ${COLUMNS}`)

/**
 * Gives the account its new email address. False when the account's address is no longer the old one. Also
 * false when another account may still get the new address back by undoing its own change.
 * @throws the database's constraint error users_email when the address has an account
 */
export const moveAddress = async (tx: Tx, change: EmailChangeRow, now: Date) =>
  (await tx.run(sql`
    update users set email = ${change.new_email}
    where id = ${change.user_id} and email = ${change.old_email} and not exists (
      select from email_changes reserved
      where reserved.old_email = ${change.new_email} and reserved.user_id <> users.id
        and reserved.changed_at is not null and reserved.ended_at is null and reserved.expires_at > ${now})`)) ===
  1

/** Marks a change of email as made. From now on, `expires_at` is the time until when it can be undone. */
export const markChanged = (tx: Tx, id: string, now: Date, undoableUntil: Date) =>
  tx.run(sql`update email_changes set changed_at = ${now}, expires_at = ${undoableUntil} where id = ${id}`)

/** Ends reset codes that were sent to the earlier email address: they must no longer open the account. */
export const endCodes = (tx: Tx, userId: number, now: Date) =>
  tx.run(sql`update reset_codes set ended_at = ${now} where user_id = ${userId} and ended_at is null`)

/**
 * Gives the account its old address back. Ends this change of email, every later one, and one that still
 * waits: an intruder may have made them all.
 * @throws the database's constraint error users_email when the old address has an account again
 */
export async function undoChanges(tx: Tx, change: EmailChangeRow, now: Date): Promise<void> {
  await tx.run(sql`
    update email_changes set ended_at = ${now}
    where user_id = ${change.user_id} and ended_at is null and (changed_at is null or changed_at >= ${change.changed_at})`)
  await tx.run(sql`update users set email = ${change.old_email} where id = ${change.user_id}`)
}

/** What the emails about a change of email address need. */
export const findChangeForEmail = (db: Tx, id: string) =>
  db.row<EmailChangeRow & { first_name: string; language: Language; has_account: boolean }>(sql`
    select email_changes.id, user_id, asked_in, old_email, new_email, old_confirmed_at, new_confirmed_at, changed_at, ended_at,
      expires_at, first_name, language, exists (select from users taken where taken.email = new_email) as has_account
    from email_changes join users on users.id = user_id where email_changes.id = ${id}`)

/** Deletes all expired changes of email addresses, as housekeeping. A change that was just made stays. */
export const sweepEmailChanges = (db: Db, now: Date) =>
  deleteInParts(
    db,
    sql`delete from email_changes where id in (select id from email_changes where expires_at < ${now} limit ${SWEPT_ROWS}) and expires_at < ${now}`,
  )
