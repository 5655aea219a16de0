import type { IncomingHttpHeaders } from 'node:http'
import { TICKET, TICKET_HEADERS } from '#contract/tickets/tickets.ts'
import type { Secrets } from '../secrets.ts'
import { refuse } from '../http/refuse.ts'
import { readTicket, type Ticket } from './ticket.ts'

/** The texts of the tickets in a request's header, which are not verified yet. */
const ticketTextsIn = (headers: IncomingHttpHeaders) => {
  const header = headers[TICKET_HEADERS.tickets.toLowerCase()]
  return typeof header === 'string'
    ? header
        .split(',')
        .map((text) => text.trim())
        .filter(Boolean)
    : []
}

/**
 * The tickets in a request that the portal signed, earliest first; at most `TICKET.maxPerRequest` are read.
 */
export const readHeld = (secrets: Secrets, headers: IncomingHttpHeaders): Ticket[] =>
  ticketTextsIn(headers)
    .slice(0, TICKET.maxPerRequest)
    .flatMap((text) => readTicket(secrets, text) ?? [])
    .sort((left, right) => left.receivedAt.getTime() - right.receivedAt.getTime())

/**
 * The clocks of two machines may differ by this much. A machine with a larger difference is not ready for
 * requests.
 */
const CLOCKS_APART_MS = 2_000

/**
 * Refuses a request that has only forged or future tickets, before any database query. So a flood of them
 * costs one HMAC each.
 */
export function refuseForged(secrets: Secrets, headers: IncomingHttpHeaders, now: Date): void {
  const texts = ticketTextsIn(headers)
  if (texts.length === 0) return
  if (texts.length > TICKET.maxPerRequest) throw refuse('unparseable')
  const tickets = readHeld(secrets, headers)
  if (tickets.length === 0) throw refuse('submit_ticket_forged')
  if (tickets.every((ticket) => isFuture(ticket, now))) throw refuse('submit_ticket_future')
}

/** Whether the ticket's time is further in the future than two clocks may differ. */
export const isFuture = (ticket: Ticket, now: Date) =>
  ticket.receivedAt.getTime() > now.getTime() + CLOCKS_APART_MS
