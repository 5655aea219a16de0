import { normaliseEmail } from '#contract/normalise.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { openStaffSession, endStaffSession } from '../sessions/staff-session.ts'
import type { Visitor } from '../http/visitor.ts'
import type { AttemptKeys } from '../http/limit-attempts.ts'
import { attemptKeysOf, keyOf, rememberOfficer, limitOfficerAttempts } from './limit-attempts.ts'
import { findPerson } from './people-store.ts'
import { presentMember } from './present.ts'
import { recordAudit } from './record-audit.ts'
import { findStaff, findStaffByEmail, lockStaff, type StaffRow } from './store.ts'
import { holderOf, isOfPassword, newTicket, ticketHash } from './ticket.ts'

/** The response to a correct password. */
export const nextFor = (
  deps: Deps,
  row: Pick<StaffRow, 'id' | 'password_hash' | 'totp_nonce' | 'passkeys'>,
) => ({
  ticket: newTicket(deps, row),
  enrol: row.totp_nonce === null && row.passkeys === 0,
  totp: row.totp_nonce !== null,
  passkey: row.passkeys > 0,
})

const wrong = () =>
  refuse('wrong_credentials', { faults: { non_field_errors: REFUSALS.wrong_credentials.message } })

/** The first half of a login. Time and response are the same whether or not the account exists (T1). */
export const logIn: Handler<'POST /api/staff/login/'> = async (deps, { body, visitor }) => {
  const email = normaliseEmail(body.email)
  const found = await limitOfficerAttempts(
    deps,
    attemptKeysOf(deps, visitor, keyOf(deps, email), 'password'),
    async () => {
      const staff = await findStaffByEmail(deps.db, email)
      const right = await deps.hasher.verify(staff?.password_hash || undefined, body.password)
      return right && staff && !staff.disabled_at ? staff : undefined
    },
  )
  if (!found) throw wrong()
  return nextFor(deps, found)
}

/** The counters for attempts at someone's codes and passkeys. */
export const secondFactorAttempts = (
  deps: Deps,
  visitor: Visitor,
  { email }: Pick<StaffRow, 'email'>,
): AttemptKeys => attemptKeysOf(deps, visitor, keyOf(deps, email), 'second')

const stillHolds = (deps: Deps, ticket: string, staff: StaffRow | undefined): StaffRow => {
  if (!staff || staff.disabled_at || !isOfPassword(deps, ticket, staff)) throw refuse('ticket_over')
  return staff
}

/**
 * The person behind a ticket. Refuses `ticket_over` unless they have access and still have the password it
 * was issued for.
 */
export const requireHolder = async (deps: Deps, ticket: string): Promise<StaffRow> =>
  stillHolds(deps, ticket, await findStaff(deps.db, holderOf(deps, ticket)))

/** Only for someone without a second factor: anyone who has one must use it first. */
export async function requireNewcomer(deps: Deps, ticket: string): Promise<StaffRow> {
  const staff = await requireHolder(deps, ticket)
  if (staff.totp_nonce !== null || staff.passkeys > 0) throw refuse('forbidden')
  return staff
}

/** Second factor accepted: opens the session and returns the logged-in member. */
export async function enter(
  tx: Tx,
  deps: Deps,
  visitor: Visitor,
  staffId: number,
  ticket: string,
  by: 'totp' | 'passkey',
) {
  // Check again under the lock. Someone whose access was removed while the code was checked has no sessions
  // any more, and must not get this one.
  stillHolds(deps, ticket, await lockStaff(tx, staffId))
  const expiresAt = await openStaffSession(tx, deps, visitor, staffId, ticketHash(deps, ticket))
  const person = await findPerson(tx, staffId)
  if (!person) throw refuse('ticket_over')
  rememberOfficer(deps, visitor, keyOf(deps, person.email))
  await recordAudit(tx, person, { act: 'session.opened', detail: { by } }, deps.now())
  const { counties, constituencies, ...rest } = person
  return presentMember({ ...rest, areas: { counties, constituencies }, expiresAt })
}

export const logOut: Handler<'POST /api/staff/logout/'> = async (deps, { staff, visitor }) => {
  await deps.db.tx(async (tx) => {
    const now = deps.now()
    await recordAudit(tx, staff, { act: 'session.ended' }, now)
    await endStaffSession(tx, staff.tokenHash, now)
  })
  visitor.clearCookie('staff')
  return { message: 'You are logged out.' }
}
