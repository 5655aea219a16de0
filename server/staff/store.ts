import type { Areas } from '#contract/staff/endpoints.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { PasskeyRow } from '../passkeys/webauthn.ts'

export type StaffRow = {
  id: number
  email: string
  name: string
  role: StaffRole
  /** The password's hash. It is empty while the officer's access is renewed: no password is valid then. */
  password_hash: string
  /** The number from which the secret of the officer's authenticator app is derived. Null without an app. */
  totp_nonce: string | null
  /** The time step of the last authenticator code that the officer used. */
  totp_step: number
  disabled_at: Date | null
  /** How many passkeys the officer has. */
  passkeys: number
}

const staffColumns = sql`
  id, email, name, role, password_hash, totp_nonce, totp_step, disabled_at,
  (select count(*) from staff_passkeys where staff_id = staff.id)::int as passkeys`

export const findStaffByEmail = (tx: Tx, email: string) =>
  tx.row<StaffRow>(sql`select ${staffColumns} from staff where email = ${email}`)
export const findStaff = (tx: Tx, id: number) =>
  tx.row<StaffRow>(sql`select ${staffColumns} from staff where id = ${id}`)
/** Finds an officer as `findStaff` does, and locks the row against other changes in this transaction. */
export const lockStaff = (tx: Tx, id: number) =>
  tx.row<StaffRow>(sql`select ${staffColumns} from staff where id = ${id} for no key update`)

/**
 * Records the time step of a used code. Returns 0 when that step or a later one is recorded already, because
 * a code works once.
 */
export const consumeTotpStep = (tx: Tx, id: number, step: number) =>
  tx.run(sql`update staff set totp_step = ${step} where id = ${id} and totp_step < ${step}`)

/** Stores an authenticator app. Returns 0 when the officer has a second factor by now. */
export const setTotp = (tx: Tx, id: number, nonce: string, step: number) =>
  tx.run(sql`
    update staff set totp_nonce = ${nonce}, totp_step = ${step}
    where id = ${id} and totp_nonce is null and not exists (select from staff_passkeys where staff_id = ${id})`)

// Only a bound for the query: `insertPasskey` stores a passkey only for an officer without a second factor.
const MAX_PASSKEYS = 20

export const findPasskeys = (tx: Tx, staffId: number) =>
  tx.rows<PasskeyRow>(
    sql`select credential_id, public_key, counter, transports from staff_passkeys where staff_id = ${staffId} limit ${MAX_PASSKEYS}`,
  )

/**
 * Stores a passkey. Returns 0 when the officer has a second factor by now, or the passkey is stored already.
 */
export const insertPasskey = (tx: Tx, staffId: number, row: PasskeyRow, now: Date) =>
  tx.run(sql`
    insert into staff_passkeys (credential_id, staff_id, public_key, counter, transports, created_at)
    select ${row.credential_id}, id, ${row.public_key}, ${row.counter}, ${row.transports}, ${now} from staff
    where id = ${staffId} and totp_nonce is null and not exists (select from staff_passkeys where staff_id = ${staffId})
    on conflict (credential_id) do nothing`)

/**
 * Saves the counter that a passkey reports. Returns 0 when it is lower than before, because then the passkey
 * was copied. Passkeys without a counter always report 0.
 */
export const saveCounter = (tx: Tx, staffId: number, credentialId: string, counter: number) =>
  tx.run(sql`
    update staff_passkeys set counter = ${counter}
    where credential_id = ${credentialId} and staff_id = ${staffId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)

export const deleteSecondFactors = async (tx: Tx, id: number) => {
  await tx.run(sql`delete from staff_passkeys where staff_id = ${id}`)
  await tx.run(sql`update staff set totp_nonce = null, totp_step = 0 where id = ${id}`)
}

export type InvitationRow = {
  id: string
  email: string
  name: string
  role: StaffRole
  counties: number[]
  constituencies: number[]
  created_at: Date
  expires_at: Date
}
const invitationColumns = sql`id, email, name, role, counties, constituencies, created_at, expires_at`

/** Stores an invitation. It replaces the one before to the same address. */
export const insertInvitation = (tx: Tx, row: InvitationRow & { invited_by: number | null }) =>
  tx.row<InvitationRow>(sql`
    insert into staff_invitations (id, email, name, role, counties, constituencies, invited_by, created_at, expires_at)
    values (${row.id}, ${row.email}, ${row.name}, ${row.role}, ${row.counties}, ${row.constituencies}, ${row.invited_by}, ${row.created_at}, ${row.expires_at})
    on conflict (email) do update set id = excluded.id, name = excluded.name, role = excluded.role, counties = excluded.counties,
      constituencies = excluded.constituencies, invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning ${invitationColumns}`)

/**
 * SQL condition on `staff_invitations invitation`: the invitation has not expired, and its sender is the
 * command line or still an administrator (T32).
 */
export const isInvitationValid = (now: Date) => sql`
  invitation.expires_at > ${now} and (invitation.invited_by is null
    or exists (select from staff sender where sender.id = invitation.invited_by and sender.role = 'administrator' and sender.disabled_at is null))`

export const findInvitation = (tx: Tx, id: string, now: Date) =>
  tx.row<InvitationRow>(
    sql`select ${invitationColumns} from staff_invitations invitation where id = ${id} and ${isInvitationValid(now)}`,
  )

/**
 * Deletes a valid invitation and returns it, so that it works once. It locks the invitation first, so that no
 * one else changes it. Then it locks the sender, so that the sender keeps their access until the transaction
 * ends.
 */
export const takeInvitation = async (tx: Tx, id: string, now: Date) => {
  const lockedInvitation = sql`select invited_by from staff_invitations where id = ${id} for update`
  await tx.row(sql`select from staff where id = (${lockedInvitation}) for share`)
  return tx.row<InvitationRow>(
    sql`delete from staff_invitations invitation where id = ${id} and ${isInvitationValid(now)} returning ${invitationColumns}`,
  )
}

export const dropInvitation = (tx: Tx, id: string) =>
  tx.row<{ email: string; role: StaffRole }>(
    sql`delete from staff_invitations where id = ${id} returning email, role`,
  )

/** Makes every invitation sent to this address invalid. */
export const dropInvitationTo = (tx: Tx, email: string) =>
  tx.run(sql`delete from staff_invitations where email = ${email}`)

/** Inserts the new officer. The constraint `staff_email` refuses an address that already has an account. */
export const insertStaff = (
  tx: Tx,
  values: { email: string; name: string; role: StaffRole; hash: string; now: Date },
) =>
  tx.row<Pick<StaffRow, 'id' | 'role'>>(sql`
    insert into staff (email, name, role, password_hash, created_at) values (${values.email}, ${values.name}, ${values.role}, ${values.hash}, ${values.now}) returning id, role`)

export const doAreasExist = async (tx: Tx, { counties, constituencies }: Areas) =>
  (
    await tx.row<{ exist: boolean }>(sql`
      select not exists (select from unnest(${counties}::int[]) as wanted where not exists (select from counties where code = wanted))
        and not exists (select from unnest(${constituencies}::int[]) as wanted where not exists (select from constituencies where code = wanted)) as exist`)
  )?.exist === true

export const setAreas = async (tx: Tx, staffId: number, { counties, constituencies }: Areas) => {
  await tx.run(sql`delete from staff_areas where staff_id = ${staffId}`)
  await tx.run(sql`
    insert into staff_areas (staff_id, county_code, constituency_code)
    select ${staffId}::bigint, code, null::int from unnest(${counties}::int[]) as code
    union all select ${staffId}::bigint, null::int, code from unnest(${constituencies}::int[]) as code
    on conflict do nothing`)
}

/** Blocks login by password: the empty hash matches no password. Accepting an invitation sets a new one. */
export const blockPassword = (tx: Tx, id: number) =>
  tx.run(sql`update staff set password_hash = '' where id = ${id}`)

/**
 * Sets an officer's password. Returns 0 when the password with the hash `checkedHash` is not valid any more:
 * it was changed, or the officer lost access.
 */
export const replaceStaffPassword = (tx: Tx, id: number, checkedHash: string, hash: string) =>
  tx.run(
    sql`update staff set password_hash = ${hash} where id = ${id} and password_hash = ${checkedHash} and password_hash <> '' and disabled_at is null`,
  )

/**
 * Sets the password of an officer whose access is being renewed, so that the stored hash is empty. Undefined
 * when no such officer has this address.
 */
export const renewStaff = (tx: Tx, values: { email: string; name: string; hash: string }) =>
  tx.row<Pick<StaffRow, 'id' | 'role'>>(sql`
    update staff set password_hash = ${values.hash}, name = ${values.name} where email = ${values.email} and password_hash = '' and disabled_at is null
    returning id, role`)
