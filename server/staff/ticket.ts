import { createHash, randomUUID } from 'node:crypto'
import { STAFF } from '#contract/staff/limits.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { StaffRow } from './store.ts'

/** The signature covers the purpose, so a token made for another purpose is not valid here. */
const TOKEN_PURPOSE = 'staff-ticket'
const MARK_CHARACTERS = 32

type Holder = Pick<StaffRow, 'id' | 'password_hash'>

// A mark, in each login ticket, of the password for which it was issued. When the password is blocked or
// changed, the ticket is not valid any more (T6).
const passwordMark = ({ secrets }: Pick<Deps, 'secrets'>, hash: string) =>
  secrets.hmac('staff-ticket-password', hash).toString('hex').slice(0, MARK_CHARACTERS)

type TicketContent = { staffId: number; expiresAtMs: number; mark: string | undefined }

/** The values in a login ticket, joined by hyphens; zeros when the ticket's signature is not valid. */
const readTicket = ({ secrets }: Pick<Deps, 'secrets'>, ticket: string): TicketContent => {
  const content = verifyToken(secrets, TOKEN_PURPOSE, ticket) ?? ''
  const [staffId, expiresAtMs, mark] = content.split('-')
  return { staffId: Number(staffId ?? 0), expiresAtMs: Number(expiresAtMs ?? 0), mark }
}

/**
 * Issues a login ticket for a correct password. It identifies the officer for ten minutes, and opens no
 * session without a second factor.
 */
export const newTicket = (deps: Deps, { id, password_hash }: Holder) => {
  const expiresAtMs = deps.now().getTime() + STAFF.ticketMinutes * 60_000
  // The UUID makes two tickets of the same millisecond differ, because each opens one session.
  const content = `${id}-${expiresAtMs}-${passwordMark(deps, password_hash)}-${randomUUID()}`
  return signToken(deps.secrets, TOKEN_PURPOSE, content)
}

/**
 * The hash by which a used login ticket is recognised. It leaves out the signature, because one signature can
 * be encoded in more than one way.
 */
export const ticketHash = ({ secrets }: Deps, ticket: string): Buffer =>
  createHash('sha256')
    .update(verifyToken(secrets, TOKEN_PURPOSE, ticket) ?? '')
    .digest()

/**
 * Reads the officer's id from a login ticket. Refuses `ticket_over` when the ticket is not valid or too old.
 */
export function holderIdIn(deps: Deps, ticket: string): number {
  const { staffId, expiresAtMs } = readTicket(deps, ticket)
  if (!staffId || !expiresAtMs || expiresAtMs < deps.now().getTime()) throw refuse('ticket_over')
  return staffId
}

/** Whether the login ticket was issued for the officer's present password. */
export const isForPassword = (
  deps: Pick<Deps, 'secrets'>,
  ticket: string,
  { password_hash }: Pick<Holder, 'password_hash'>,
): boolean => readTicket(deps, ticket).mark === passwordMark(deps, password_hash)
