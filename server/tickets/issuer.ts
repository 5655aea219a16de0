import { randomBytes } from 'node:crypto'
import { TICKET } from '#contract/tickets/tickets.ts'
import type { Secrets } from '../secrets.ts'
import { ticketMinutes } from './minutes.ts'
import { hashOfTicket, type Ticket, writeTicket } from './ticket.ts'
import { recentCount, waitSeconds } from './waits.ts'

/**
 * The rate of verdicts (decisions on submits) is that of the best ten seconds in the last five minutes. The
 * current rate says nothing while the database is unavailable.
 */
const RATE_SECONDS = 10
const RATE_BUCKETS = 30

/**
 * The tickets that one process issued: their hashes until they are written to the database, and a few
 * counters.
 */
export function ticketIssuer(secrets: Secrets, random: () => number = Math.random) {
  // Names this process in its tickets.
  const node = randomBytes(8)
  const minutes = ticketMinutes()
  // These two count tickets by the minute. They forget a ticket after the longest time that its holder may be
  // asked to wait.
  const recentTickets = recentCount(60_000, TICKET.longestWaitSeconds / 60)
  const usedTickets = recentCount(60_000, TICKET.longestWaitSeconds / 60)
  const verdicts = recentCount(RATE_SECONDS * 1_000, RATE_BUCKETS)
  /** An estimate of the tickets that are not used yet: some are used at another process or never. */
  const backlog = (now: Date) =>
    Math.max(0, recentTickets.sum(now.getTime()) - usedTickets.sum(now.getTime()))
  let issuedCount = 0
  const perSecond = (now: Date) => verdicts.highest(now.getTime()) / RATE_SECONDS

  return {
    node,
    minutes,
    give(arrival: Pick<Ticket, 'tokenHash' | 'digest' | 'receivedAt'>, now: Date): Ticket {
      const ticket = writeTicket(secrets, { ...arrival, node })
      minutes.add(now, hashOfTicket(ticket), ticket.tokenHash)
      recentTickets.add(now.getTime())
      issuedCount++
      return ticket
    },
    issuedSinceStart: () => issuedCount,
    /** Counts a verdict on a submit, which came with or without a ticket. */
    countVerdict(now: Date, hadTicket: boolean) {
      verdicts.add(now.getTime())
      if (hadTicket) usedTickets.add(now.getTime())
    },
    waitSeconds: (now: Date) =>
      waitSeconds({ backlog: backlog(now), perSecond: perSecond(now), random: random() }),
    /** Backlog and rate, for the page about the last hour. */
    measured: (now: Date) => ({ waiting: backlog(now), perSecond: perSecond(now) }),
  }
}
export type TicketIssuer = ReturnType<typeof ticketIssuer>
