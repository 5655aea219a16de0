import { isExpired } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import { isFresh } from '../http/arrival.ts'
import { refuse } from '../http/refuse.ts'
import type { Ticket } from '../tickets/ticket.ts'

/** When a submit reached us: its head, or the earlier one that it has a ticket of. */
export type Arrival = { at: Date; ticket?: Ticket | undefined }

type Deadline = { expiry_date: Date | null; job_is_active: boolean }

/**
 * When the application counts as received; it decides about the deadline. Refuses `job_closed` when it came too late, or its grace is over;
 * and `busy`, which gives a ticket, when it came in time but was very long on its way.
 */
export function requireInTime({ config }: Pick<Deps, 'config'>, { expiry_date, job_is_active }: Deadline, { at, ticket }: Arrival, now: Date): Date {
  const receivedAt = ticket && ticket.receivedAt < at ? ticket.receivedAt : isFresh(at, now) ? at : now
  const isOver = expiry_date !== null && now.getTime() > expiry_date.getTime() + config.ticketGraceMs
  if (!job_is_active || isOver) throw refuse('job_closed')
  if (!isExpired(expiry_date, receivedAt)) return receivedAt
  throw refuse(isExpired(expiry_date, at) ? 'job_closed' : 'busy')
}
