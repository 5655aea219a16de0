import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Allowance, Class } from '#contract/endpoint.ts'
import { TICKET, TICKET_HEADERS } from '#contract/tickets/tickets.ts'

/** What admission is told of a request. */
export type Arrival = {
  class: Class
  /** It waits for the hash of a password, and so for other logins only (T27); or brings files, and waits for other uploads only (T18). */
  with?: 'hash' | 'files' | undefined
  /** Its account or device, asked for only under overload; 0 for whom the line has called: those who come new are shed before them. */
  caller: () => string | 0
  headers: IncomingHttpHeaders
  /** Told when a submit has been at work for too long: its caller need not wait, its work goes on. */
  overdue?: () => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract says of the endpoint. */
    class?: Class
    neverShed?: boolean
    limit?: Allowance
  }
  interface FastifyRequest {
    /** When the head of the request reached us, before any queue. */
    arrivedAt: Date | undefined
    /** What a submit brought, once it was read: its body, and the hashes of the files that came as bytes. */
    submitted: { body: unknown; files: Record<string, string> } | undefined
    /** The bytes of a small form as they came, while it is being read. */
    formBytes: Buffer[] | undefined
    arrival?: Arrival | undefined
    /** Its token opens nothing, whatever else it was told. */
    isStranger?: boolean | undefined
    /** Gives back the slot of a call, once or more. */
    leave?: (() => void) | undefined
  }
}

const [TICKETS, DIGEST] = [TICKET_HEADERS.tickets.toLowerCase(), TICKET_HEADERS.digest.toLowerCase()]
/** Whether it is a submit that says it was given a ticket. */
export const bringsTicket = ({ class: of, headers }: Arrival) => of === 'submit' && /[^\s,]/.test(String(headers[TICKETS] ?? ''))
/** The digest that a submit says its body has. */
export const namedDigest = (headers: IncomingHttpHeaders): Buffer | undefined => {
  const header = headers[DIGEST]
  return typeof header === 'string' && /^[0-9a-f]{64}$/.test(header) ? Buffer.from(header, 'hex') : undefined
}

/** Whether a submit said in its head that its answers are these. */
export const isNamed = (headers: IncomingHttpHeaders, digest: Buffer | undefined) => digest !== undefined && namedDigest(headers)?.equals(digest) === true

/** Without a ticket, the time at which a request came is believed for so long. Later only a ticket proves it, whose minute is in the public log. */
export const IN_FLIGHT_MS = 60_000
export const isFresh = (moment: Date, now: Date) => now.getTime() - moment.getTime() <= IN_FLIGHT_MS

/** Stamps each request before anything else is asked of it. Properties, for a WeakMap of requests keeps each of them until the whole heap is collected. */
export function stampArrivals(app: FastifyInstance, now: () => Date): void {
  app.decorateRequest('arrivedAt')
  app.decorateRequest('submitted')
  app.decorateRequest('formBytes')
  app.decorateRequest('arrival')
  app.decorateRequest('isStranger')
  app.decorateRequest('leave')
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = now()
    done()
  })
}

/** Copies a small form while it is read, so that a submit that fails in the middle of it can still be digested; larger ones go by their digest header. */
export function copyForm(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? Number.NaN) > TICKET.drainedBytes) return
  const pieces: Buffer[] = (request.formBytes = [])
  let bytes = 0
  request.raw.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= TICKET.drainedBytes) pieces.push(Buffer.from(piece))
  })
}
