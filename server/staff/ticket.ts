import { createHash, randomUUID } from 'node:crypto'
import { STAFF } from '#contract/staff/limits.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { StaffRow } from './store.ts'

const PURPOSE = 'staff-ticket'

type Holder = Pick<StaffRow, 'id' | 'password_hash'>

// A ticket is tied to its password: when that is blocked or changed, the ticket opens nothing (T6).
const passwordMark = ({ secrets }: Pick<Deps, 'secrets'>, hash: string) =>
  secrets.hmac('staff-ticket-password', hash).toString('hex').slice(0, 32)

/**
 * Issued for a correct password: names the person for ten minutes, and opens nothing without a second factor.
 */
export const newTicket = (deps: Deps, { id, password_hash }: Holder) =>
  signToken(
    deps.secrets,
    PURPOSE,
    `${id}-${deps.now().getTime() + STAFF.ticketMinutes * 60_000}-${passwordMark(deps, password_hash)}-${randomUUID()}`,
  )

/** Identifies a used ticket by its content, because one signature can be encoded in more than one way. */
export const ticketHash = ({ secrets }: Deps, ticket: string): Buffer =>
  createHash('sha256')
    .update(verifyToken(secrets, PURPOSE, ticket) ?? '')
    .digest()

/** The id of the ticket's person. Refuses `ticket_over` when the ticket is not valid or too old. */
export function holderOf({ secrets, now }: Deps, ticket: string): number {
  const [staffId, until] = (verifyToken(secrets, PURPOSE, ticket) ?? '').split('-').map(Number)
  if (!staffId || !until || until < now().getTime()) throw refuse('ticket_over')
  return staffId
}

/** Whether the ticket was issued for the person's present password. */
export const isOfPassword = (
  deps: Pick<Deps, 'secrets'>,
  ticket: string,
  { password_hash }: Pick<Holder, 'password_hash'>,
): boolean => verifyToken(deps.secrets, PURPOSE, ticket)?.split('-')[2] === passwordMark(deps, password_hash)
