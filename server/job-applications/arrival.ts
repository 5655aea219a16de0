import { isExpired } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import { isFresh } from '../endpoints/arrival.ts'
import { refuse } from '../http/refuse.ts'
import type { Ticket } from '../tickets/ticket.ts'

/** `arrivedAt` is when the head of a submit's request reached us. A `ticket` proves an earlier arrival. */
export type Arrival = { arrivedAt: Date; ticket?: Ticket | undefined }

type Deadline = { expiry_date: Date | null; job_is_active: boolean }

/** Whether a job takes no more applications: its deadline is over, or it is no longer public (W24). */
export const isJobClosed = ({ expiry_date, job_is_active }: Deadline, now: Date): boolean =>
  !job_is_active || isExpired(expiry_date, now)

/**
 * Returns when the application counts as received: this time is compared with the deadline. Refuses
 * `job_closed` when the application came too late. Also refuses `job_closed` after the grace period, in which
 * a ticket still counts. Refuses `busy`, for which the caller gets a ticket, when the application came in
 * time but took very long.
 */
export function requireInTime(
  { config }: Pick<Deps, 'config'>,
  { expiry_date, job_is_active }: Deadline,
  { arrivedAt, ticket }: Arrival,
  now: Date,
): Date {
  // Without a ticket, an arrival time is trusted for a short while (`isFresh`). If the clock was set back
  // since, the arrival lies in the future. Then the present time counts.
  const freshArrival = isFresh(arrivedAt, now) && arrivedAt < now ? arrivedAt : now
  const receivedAt = ticket && ticket.receivedAt < arrivedAt ? ticket.receivedAt : freshArrival
  const isGraceOver = isExpired(expiry_date, new Date(now.getTime() - config.ticketGraceMs))
  if (!job_is_active || isGraceOver) throw refuse('job_closed')
  if (!isExpired(expiry_date, receivedAt)) return receivedAt
  throw refuse(isExpired(expiry_date, arrivedAt) ? 'job_closed' : 'busy')
}
