import { createHash, randomUUID } from 'node:crypto'
import { STAFF } from '#contract/staff/limits.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { StaffRow } from './store.ts'

const PURPOSE = 'staff-ticket'

type Holder = Pick<StaffRow, 'id' | 'password_hash'>

// A ticket is worth what its password is worth: once that was shut, or is another, it opens nothing (T6).
const passwordMark = ({ secrets }: Pick<Deps, 'secrets'>, hash: string) => secrets.hmac('staff-ticket-password', hash).toString('hex').slice(0, 32)

/** What a right password gives: it names the person for ten minutes, and opens nothing without a second factor. */
export const newTicket = (deps: Deps, { id, password_hash }: Holder) =>
  signToken(deps.secrets, PURPOSE, `${id}-${deps.now().getTime() + STAFF.ticketMinutes * 60_000}-${passwordMark(deps, password_hash)}-${randomUUID()}`)

/** What a used ticket is remembered by: what it says, since its seal can be spelled in more than one way. */
export const ticketHash = ({ secrets }: Deps, ticket: string): Buffer =>
  createHash('sha256')
    .update(verifyToken(secrets, PURPOSE, ticket) ?? '')
    .digest()

/** Whose ticket it is. Refuses `ticket_over` when it is none of ours or too old. */
export function holderOf({ secrets, now }: Deps, ticket: string): number {
  const [staffId, until] = (verifyToken(secrets, PURPOSE, ticket) ?? '').split('-').map(Number)
  if (!staffId || !until || until < now().getTime()) throw refuse('ticket_over')
  return staffId
}

/** Whether it was given for the password this person has now. */
export const isOfPassword = (deps: Pick<Deps, 'secrets'>, ticket: string, { password_hash }: Pick<Holder, 'password_hash'>): boolean =>
  verifyToken(deps.secrets, PURPOSE, ticket)?.split('-')[2] === passwordMark(deps, password_hash)
