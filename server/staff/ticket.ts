import { createHash, randomUUID } from 'node:crypto'
import { STAFF } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { sealed, unsealed } from '../http/seal.ts'

const PURPOSE = 'staff-ticket'

/** What a right password gives: it names the person for ten minutes, and opens nothing without a second factor. */
export const newTicket = ({ secrets, now }: Deps, staffId: number) =>
  sealed(secrets, PURPOSE, `${staffId}-${now().getTime() + STAFF.ticketMinutes * 60_000}-${randomUUID()}`)

/** What a used ticket is remembered by: what it says, since its seal can be spelled in more than one way. */
export const ticketHash = ({ secrets }: Deps, ticket: string): Buffer =>
  createHash('sha256')
    .update(unsealed(secrets, PURPOSE, ticket) ?? '')
    .digest()

/** Whose ticket it is. Refuses `ticket_over` when it is none of ours or too old. */
export function holderOf({ secrets, now }: Deps, ticket: string): number {
  const [staffId, until] = (unsealed(secrets, PURPOSE, ticket) ?? '').split('-').map(Number)
  if (!staffId || !until || until < now().getTime()) throw refuse('ticket_over')
  return staffId
}
