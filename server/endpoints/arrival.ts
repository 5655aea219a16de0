import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { Allowance, Class } from '#contract/endpoint.ts'
import type { RefusalKind } from '#contract/refusals.ts'
import { TICKET, TICKET_HEADERS } from '#contract/tickets/tickets.ts'

/** What admission knows about a request. */
export type Arrival = {
  class: Class
  /**
   * Slow work that the request needs. `hash`: a password hash, so it waits only for other logins (T27).
   * `files`: it has files and waits only for other uploads (T18).
   */
  needs?: 'hash' | 'files' | undefined
  /**
   * A key for the caller's account or device, read only under overload. It is 0 for callers whose turn in the
   * waiting line has come: they are refused last.
   */
  caller: () => string | 0
  headers: IncomingHttpHeaders
  /** Is called when a submit has run for too long. Its caller then gets an answer, and its work continues. */
  onOverdue?: () => void
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract says about the endpoint of the request. */
    class?: Class
    neverShed?: boolean
    limit?: Allowance
  }
  interface FastifyRequest {
    /** When the headers of the request reached us, before any queue. */
    arrivedAt: Date | undefined
    /** What a submit contained, after it was read: its body, and the hashes of the files sent as bytes. */
    parsedSubmit: { body: unknown; files: Record<string, string> } | undefined
    /** The raw bytes of a small form, while the form is being read. */
    formBytes: Buffer[] | undefined
    arrival?: Arrival | undefined
    /** True when the caller's token is not valid, whatever else the reply says. */
    hasUnknownToken?: boolean | undefined
    /** The kind of the refusal with which the portal answers the request, if it refuses it. */
    refusedAs?: RefusalKind | undefined
    /** Releases the slot of a call. It may be called more than once. */
    releaseSlot?: (() => void) | undefined
  }
}

/** Only these two classes of calls with the limit `account` hash a password. */
const CLASSES_OF_LOGINS = new Set<Class | undefined>(['login', 'staff'])
const needsHash = ({ limit, class: callClass }: FastifyContextConfig) =>
  limit === 'account' && CLASSES_OF_LOGINS.has(callClass)

/** What admission needs to know about this request. `bringsFiles` says whether it is an upload. */
export function arrivalOf(request: FastifyRequest, bringsFiles: boolean, caller: Arrival['caller']): Arrival {
  const { config } = request.routeOptions
  const slowWork = needsHash(config) ? 'hash' : undefined
  const needs = bringsFiles ? 'files' : slowWork
  return { class: config.class ?? 'public', needs, caller, headers: request.headers }
}

const [TICKETS, DIGEST] = [TICKET_HEADERS.tickets.toLowerCase(), TICKET_HEADERS.digest.toLowerCase()]
/**
 * Whether a submit claims to have a ticket. A server that was too busy gave the ticket, as a proof of the
 * submit's first arrival. A header of spaces and commas has none.
 */
export const bringsTicket = ({ class: callClass, headers }: Arrival) =>
  callClass === 'submit' && /[^\s,]/.test(String(headers[TICKETS] ?? ''))
/** The digest that a submit claims for its body: SHA-256 in a header, as 64 hex digits. */
export const claimedDigest = (headers: IncomingHttpHeaders): Buffer | undefined => {
  const header = headers[DIGEST]
  return typeof header === 'string' && /^[0-9a-f]{64}$/.test(header) ? Buffer.from(header, 'hex') : undefined
}

/** Whether a submit claimed this digest of its answers in its headers. */
export const claimsDigest = (headers: IncomingHttpHeaders, digest: Buffer | undefined) =>
  digest !== undefined && claimedDigest(headers)?.equals(digest) === true

/**
 * How long the arrival time of a request is trusted without a ticket. After that only a ticket proves it,
 * because the public log has the minute in which the ticket was issued.
 */
const IN_FLIGHT_MS = 60_000
/** Whether the arrival time of a request is trusted without a ticket. */
export const isFresh = (arrivedAt: Date, now: Date) => now.getTime() - arrivedAt.getTime() <= IN_FLIGHT_MS

/**
 * Stamps each request with its arrival time, before any other step. The values are properties of the request:
 * a WeakMap would keep each request in memory until a full garbage collection.
 */
export function stampArrivals(app: FastifyInstance, now: () => Date): void {
  app.decorateRequest('arrivedAt')
  app.decorateRequest('parsedSubmit')
  app.decorateRequest('formBytes')
  app.decorateRequest('arrival')
  app.decorateRequest('hasUnknownToken')
  app.decorateRequest('refusedAs')
  app.decorateRequest('releaseSlot')
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = now()
    done()
  })
}

/**
 * Copies a small form while it is read. So a digest can be computed even if the submit fails halfway. Larger
 * forms use their digest header.
 */
export function copyForm(request: FastifyRequest): void {
  // A form of unknown length is copied too, up to the same limit: NaN is not larger than any number.
  const declaredBytes = Number(request.headers['content-length'] ?? Number.NaN)
  if (declaredBytes > TICKET.drainedBytes) return
  const pieces: Buffer[] = []
  request.formBytes = pieces
  let receivedBytes = 0
  request.raw.on('data', (piece: Buffer) => {
    receivedBytes += piece.length
    if (receivedBytes <= TICKET.drainedBytes) pieces.push(Buffer.from(piece))
  })
}
