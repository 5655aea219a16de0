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
import { holderIdIn, isForPassword, newTicket, ticketHash } from './ticket.ts'

/**
 * The response to an officer's correct password: a ticket, and the second factors that they can use or must
 * set up.
 */
export const nextLoginStep = (
  deps: Deps,
  row: Pick<StaffRow, 'id' | 'password_hash' | 'totp_nonce' | 'passkeys'>,
) => ({
  ticket: newTicket(deps, row),
  enrol: row.totp_nonce === null && row.passkeys === 0,
  totp: row.totp_nonce !== null,
  passkey: row.passkeys > 0,
})

const wrongPassword = () =>
  refuse('wrong_credentials', { fieldErrors: { non_field_errors: REFUSALS.wrong_credentials.message } })

/** The password step of a login. Its duration and response do not reveal whether the account exists (T1). */
export const logIn: Handler<'POST /api/staff/login/'> = async (deps, { body, visitor }) => {
  const email = normaliseEmail(body.email)
  const officer = await limitOfficerAttempts(
    deps,
    attemptKeysOf(deps, visitor, keyOf(deps, email), 'password'),
    async () => {
      const staff = await findStaffByEmail(deps.db, email)
      // Without an account or a valid password (an empty hash), `verify` gets undefined but still computes a
      // hash. So the duration reveals nothing.
      const isCorrect = await deps.hasher.verify(staff?.password_hash || undefined, body.password)
      return isCorrect && staff && !staff.disabled_at ? staff : undefined
    },
  )
  if (!officer) throw wrongPassword()
  return nextLoginStep(deps, officer)
}

/** The counters for attempts at an officer's codes and passkeys. */
export const secondFactorAttempts = (
  deps: Deps,
  visitor: Visitor,
  { email }: Pick<StaffRow, 'email'>,
): AttemptKeys => attemptKeysOf(deps, visitor, keyOf(deps, email), 'second')

const requireValidTicket = (deps: Deps, ticket: string, staff: StaffRow | undefined): StaffRow => {
  if (!staff || staff.disabled_at || !isForPassword(deps, ticket, staff)) throw refuse('ticket_over')
  return staff
}

/**
 * Finds the officer of a login ticket. Refuses `ticket_over` unless the officer has access, and still has the
 * password for which the ticket was issued.
 */
export const requireHolder = async (deps: Deps, ticket: string): Promise<StaffRow> =>
  requireValidTicket(deps, ticket, await findStaff(deps.db, holderIdIn(deps, ticket)))

/**
 * Finds the officer as `requireHolder` does. Refuses an officer who has a second factor: they must use it,
 * and may not set up another.
 */
export async function requireNewcomer(deps: Deps, ticket: string): Promise<StaffRow> {
  const staff = await requireHolder(deps, ticket)
  if (staff.totp_nonce !== null || staff.passkeys > 0) throw refuse('forbidden')
  return staff
}

/** Opens the officer's session after the second factor was accepted. Returns the logged-in officer. */
export async function openSession(
  tx: Tx,
  deps: Deps,
  visitor: Visitor,
  staffId: number,
  ticket: string,
  secondFactor: 'totp' | 'passkey',
) {
  // Access is checked again under the lock: an officer who lost it meanwhile gets no session.
  requireValidTicket(deps, ticket, await lockStaff(tx, staffId))
  const expiresAt = await openStaffSession(tx, deps, visitor, staffId, ticketHash(deps, ticket))
  const person = await findPerson(tx, staffId)
  if (!person) throw refuse('ticket_over')
  rememberOfficer(deps, visitor, keyOf(deps, person.email))
  await recordAudit(tx, person, { act: 'session.opened', detail: { by: secondFactor } }, deps.now())
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
