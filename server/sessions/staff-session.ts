import { createHash } from 'node:crypto'
import { SESSION } from '#contract/accounts/session-limits.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { may, type Right, type StaffRole } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { deviceWords } from './device-words.ts'
import { refuse } from '../http/refuse.ts'
import { isStale, type SessionLineRow } from './session-line.ts'
import { randomToken, type Visitor } from '../http/visitor.ts'

/** A logged-in officer, as every handler for officers receives them. */
export type Staff = {
  id: number
  name: string
  email: string
  role: StaffRole
  /** The areas to which the officer is limited. Both lists empty: the whole country. */
  areas: { counties: number[]; constituencies: number[] }
  tokenHash: Buffer
  expiresAt: Date
}

export const STAFF_COOKIE = 'staff'
const digest = (value: string) => createHash('sha256').update(value).digest()

type StaffRow = Pick<Staff, 'id' | 'name' | 'email' | 'role'> & {
  counties: number[]
  constituencies: number[]
  expires_at: Date
  used_at: Date
}

/**
 * Finds the officer of the session cookie. Refuses `signed_out` without a valid session, `csrf` for a write
 * without this browser's token, `forbidden` without the right.
 */
export async function requireStaff(
  deps: Deps,
  visitor: Visitor,
  right: Right,
  { writes }: { writes: boolean },
): Promise<Staff> {
  const token = visitor.cookie(STAFF_COOKIE)
  if (!token) throw refuse('signed_out')
  const tokenHash = digest(token)
  const row = await deps.db.row<StaffRow>(sql`
    select staff.id, name, email, role, expires_at, coalesce(last_used_at, opened_at) as used_at,
      array(select county_code from staff_areas where staff_id = staff.id and county_code is not null order by county_code) as counties,
      array(select constituency_code from staff_areas where staff_id = staff.id and constituency_code is not null order by constituency_code) as constituencies
    from staff_sessions join staff on staff.id = staff_id
    where token_hash = ${tokenHash} and expires_at > ${deps.now()} and disabled_at is null`)
  if (!row) throw refuse('signed_out')
  // An officer's session is in a cookie, which a browser also sends when another site makes the call. So a
  // write must carry the CSRF token as well (A10, T9). `guardUnsafe` has already refused a wrong token.
  if (writes && !(visitor.header('x-csrftoken') ?? visitor.header('x-csrf-token'))) throw refuse('csrf')
  if (!may(row.role, right)) throw refuse('forbidden')
  const { counties, constituencies, expires_at: expiresAt, used_at: usedAt, ...person } = row
  if (isStale(usedAt, deps.now()))
    await deps.db.run(
      sql`update staff_sessions set last_used_at = ${deps.now()} where token_hash = ${tokenHash}`,
    )
  return { ...person, areas: { counties, constituencies }, tokenHash, expiresAt }
}

/**
 * Locks an officer's row until the transaction ends, so that they keep the role with which their call
 * started. Disabling an officer, or changing their role or area, ends all their sessions. The lock makes one
 * of the two wait for the other (T32). Refuses `signed_out` when the session has ended.
 */
export async function lockLoggedInStaff(
  tx: Tx,
  { id, tokenHash, expiresAt }: Pick<Staff, 'id' | 'tokenHash' | 'expiresAt'>,
): Promise<void> {
  await tx.row(sql`select from staff where id = ${id} for share`)
  // This separate statement sees what others committed while the statement before it waited. A session that
  // was ended has another `expires_at`.
  const session = await tx.row(
    sql`select from staff_sessions where token_hash = ${tokenHash} and expires_at = ${expiresAt}`,
  )
  if (!session) throw refuse('signed_out')
}

/**
 * Opens an officer's session of twelve hours in this browser, and ends the browser's earlier one. The login
 * ticket opens only one session; its second use is refused with `ticket_over`.
 */
export async function openStaffSession(
  tx: Tx,
  deps: Deps,
  visitor: Visitor,
  staffId: number,
  ticketHash: Buffer,
): Promise<Date> {
  const token = randomToken()
  const now = deps.now()
  const expiresAt = new Date(now.getTime() + STAFF.sessionHours * 3_600_000)
  const opened = await tx.run(sql`
    insert into staff_sessions (token_hash, staff_id, ticket_hash, device, opened_at, expires_at)
    values (${digest(token)}, ${staffId}, ${ticketHash}, ${deviceWords(visitor.header('user-agent'))}, ${now}, ${expiresAt}) on conflict (ticket_hash) do nothing`)
  if (!opened) throw refuse('ticket_over')
  const previousToken = visitor.cookie(STAFF_COOKIE)
  if (previousToken) await endStaffSession(tx, digest(previousToken), now)
  await tx.run(sql`update staff set last_seen_at = ${now} where id = ${staffId}`)
  visitor.setCookie(STAFF_COOKIE, token, STAFF.sessionHours * 3_600)
  return expiresAt
}

// The row of an ended session stays until its login ticket expires. Without the row, the ticket would open
// another session (T7).
export const endStaffSession = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx.run(
    sql`update staff_sessions set expires_at = ${now} where token_hash = ${tokenHash} and expires_at > ${now}`,
  )
export const endStaffSessionsOf = (tx: Tx, staffId: number, now: Date) =>
  tx.run(
    sql`update staff_sessions set expires_at = ${now} where staff_id = ${staffId} and expires_at > ${now}`,
  )

/** Ends every session of the officer except the one of this call. */
export const endOtherStaffSessions = (tx: Tx, { id, tokenHash }: Staff, now: Date) =>
  tx.run(
    sql`update staff_sessions set expires_at = ${now} where staff_id = ${id} and token_hash <> ${tokenHash} and expires_at > ${now}`,
  )
export const endOwnStaffSession = (tx: Tx, { id }: Staff, sessionId: string, now: Date) =>
  tx.run(
    sql`update staff_sessions set expires_at = ${now} where staff_id = ${id} and id = ${sessionId} and expires_at > ${now}`,
  )

/** The sessions of an officer: the present one first, then those used last. */
export const findStaffSessionsOf = (tx: Tx, { id, tokenHash }: Staff, now: Date) =>
  tx.rows<SessionLineRow>(sql`
    select id, token_hash = ${tokenHash} as present, device, opened_at, coalesce(last_used_at, opened_at) as used_at
    from staff_sessions where staff_id = ${id} and expires_at > ${now}
    order by present desc, used_at desc, id limit ${SESSION.listed}`)

/**
 * Gives a session a new token; its old token is no longer valid (ASVS 7.2.4). Resolves to a function that
 * sets the browser's new cookie. Refuses `signed_out` when the session ended meanwhile.
 */
export async function renewStaffSession(
  tx: Tx,
  { tokenHash, expiresAt }: Staff,
  now: Date,
): Promise<(visitor: Visitor) => void> {
  const token = randomToken()
  const renewed = await tx.run(
    sql`update staff_sessions set token_hash = ${digest(token)} where token_hash = ${tokenHash} and expires_at > ${now}`,
  )
  if (!renewed) throw refuse('signed_out')
  return (visitor) =>
    visitor.setCookie(STAFF_COOKIE, token, Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000))
}

/**
 * Deletes ended sessions, at most 1,000 rows a call. A row stays while its login ticket would be valid,
 * because only the row prevents a second use.
 */
export const sweepStaffSessions = (tx: Tx, now: Date) => {
  const endedBefore = new Date(now.getTime() - STAFF.ticketMinutes * 60_000)
  return tx.run(
    sql`delete from staff_sessions where token_hash in (select token_hash from staff_sessions where expires_at < ${endedBefore} limit 1000)`,
  )
}
