import type { StaffRole } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import { type InvitationRow, isInvitationValid } from './store.ts'

export type PersonRow = {
  id: number
  name: string
  email: string
  role: StaffRole
  counties: number[]
  constituencies: number[]
  /** Whether the officer uses an authenticator app. */
  totp: boolean
  /** How many passkeys the officer has. */
  passkeys: number
  created_at: Date
  /** When the officer last logged in; null before the first login. */
  last_seen_at: Date | null
  disabled: boolean
}

const personColumns = sql`
  id, name, email, role, totp_nonce is not null as totp, created_at, last_seen_at, disabled_at is not null as disabled,
  (select count(*) from staff_passkeys where staff_id = staff.id)::int as passkeys,
  array(select county_code from staff_areas where staff_id = staff.id and county_code is not null order by county_code) as counties,
  array(select constituency_code from staff_areas where staff_id = staff.id and constituency_code is not null order by constituency_code) as constituencies`

/** All officers, at most 2,000: those with access first, then those without, each by name. */
export const findPeople = (tx: Tx) =>
  tx.rows<PersonRow>(
    sql`select ${personColumns} from staff order by disabled_at is not null, name, id limit 2000`,
  )

export const findPerson = (tx: Tx, id: number) =>
  tx.row<PersonRow>(sql`select ${personColumns} from staff where id = ${id}`)

export const findInvitations = (tx: Tx, now: Date) =>
  tx.rows<InvitationRow>(sql`
    select id, email, name, role, counties, constituencies, created_at, expires_at from staff_invitations invitation where ${isInvitationValid(now)}
    order by created_at desc limit 500`)

export const setRole = (tx: Tx, id: number, role: StaffRole) =>
  tx.run(sql`update staff set role = ${role} where id = ${id}`)
export const setDisabled = (tx: Tx, id: number, moment: Date | null) =>
  tx.run(sql`update staff set disabled_at = ${moment} where id = ${id}`)

export const setEmail = (tx: Tx, id: number, email: string) =>
  tx.run(sql`update staff set email = ${email} where id = ${id}`)

/** The ids of administrators with access, locked so that two cannot remove each other at once. */
export const lockAdministrators = async (tx: Tx) =>
  (
    await tx.rows<{ id: number }>(
      sql`select id from staff where role = 'administrator' and disabled_at is null order by id for update`,
    )
  ).map(({ id }) => id)

/**
 * How many administrators have access or are invited, not counting this email address. The lock lets one
 * caller run at a time, even when there is no row to lock.
 */
export const countAdministrators = async (tx: Tx, exceptEmail: string, now: Date) => {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('portal-administrators'))`)
  const row = await tx.row<{ count: number }>(sql`
    select ((select count(*) from staff where role = 'administrator' and disabled_at is null and email <> ${exceptEmail})
      + (select count(*) from staff_invitations invitation where role = 'administrator' and ${isInvitationValid(now)} and email <> ${exceptEmail}
        and email not in (select email from staff)))::int as count`)
  return row?.count ?? 0
}
