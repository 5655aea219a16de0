import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { RefusalKind } from '#contract/refusals.ts'
import { TICKET, TICKET_WORDS } from '#contract/tickets/tickets.ts'
import type { Deps } from '../deps.ts'
import { isFresh, claimsDigest, claimedDigest } from '../endpoints/arrival.ts'
import { Refusal } from '../http/refuse.ts'
import { readHeld } from './held.ts'
import { digestBytes, digestSubmit } from './digests.ts'
import { findTokenOwner } from './store.ts'
import { tokenHashOf } from './ticket.ts'

/**
 * Refusals that do not decide on the application. After `files_missing`, the files may be sent later with the
 * ticket, also after the deadline.
 */
const NO_VERDICT = new Set<RefusalKind>([
  'busy',
  'too_many',
  'no_room',
  'failed',
  'signed_out',
  'files_missing',
])

const allEndpoints: Endpoint[] = Object.values(endpoints)
const SUBMITS = new Set(
  allEndpoints
    .filter((endpoint) => endpoint.loadClass === 'submit')
    .map((endpoint) => `${endpoint.method} ${endpoint.path.slice(0, -1)}`),
)
/** Fastify's `/api/x/:id/` in the form of the contract: `/api/x/{id}`, without the last slash. */
const endpointPath = (url: string) => url.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}')
const isSubmit = ({ method, routeOptions }: FastifyRequest) =>
  SUBMITS.has(`${method} ${endpointPath(routeOptions.url ?? '')}`)

const DRAIN_MS = 5_000
// At most so many request bodies arrive in memory at once: 32 MB. With a digest in the header, none is read.
const MAX_DRAINING = 64
let draining = 0

/** Reads the rest of a request's body. Undefined when it is too large, breaks off or takes too long. */
async function drain(raw: IncomingMessage): Promise<Buffer | undefined> {
  // A body that has arrived as a whole is in memory anyway.
  const places = raw.complete ? 0 : 1
  if (
    raw.readableEnded ||
    raw.destroyed ||
    draining + places > MAX_DRAINING ||
    Number(raw.headers['content-length'] ?? 0) > TICKET.drainedBytes
  )
    return undefined
  draining += places
  const pieces: Buffer[] = []
  let bytes = 0
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DRAIN_MS)
    raw.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes <= TICKET.drainedBytes) pieces.push(Buffer.from(piece))
      else resolve()
    })
    raw.once('end', resolve).once('close', resolve).resume()
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
  draining -= places
  return raw.readableEnded && bytes <= TICKET.drainedBytes ? Buffer.concat(pieces) : undefined
}

/**
 * The digest of a request's content: `too large` when its body cannot be read into memory, undefined when it
 * has none.
 */
async function digestOfRequest(request: FastifyRequest): Promise<Buffer | 'too large' | undefined> {
  const { parsedSubmit, formBytes, body, raw, params } = request
  const hasId = typeof params === 'object' && params !== null && 'id' in params
  const application = hasId ? Number(params.id) : undefined
  const type = request.headers['content-type'] ?? ''
  if (parsedSubmit)
    return (await digestSubmit(parsedSubmit.body, { files: parsedSubmit.files, application }))?.digest
  // The digest in the header of an unread submit is trusted: a ticket with a wrong digest helps no one.
  const digestInHeader = claimedDigest(request.headers)
  if (digestInHeader) return digestInHeader
  if (typeof body === 'object' && body !== null) return (await digestSubmit(body, { application }))?.digest
  // Node parses the bytes that came with the head only after the head was handled.
  await nextTurn()
  // A small body may have arrived as a whole, and still wait to be read.
  const unreadBody = raw.readableEnded ? Buffer.alloc(0) : await drain(raw)
  if (!unreadBody) return 'too large'
  // The bytes of a form are copied into `formBytes` as they are read. Reading the rest completes that copy.
  return (await digestBytes(formBytes ? Buffer.concat(formBytes) : unreadBody, type, application))?.digest
}

/** While the database is unavailable, every token counts as known, so that everyone gets their ticket. */
const isTokenKnown = ({ db }: Deps, tokenHash: Buffer, now: Date): Promise<boolean> =>
  findTokenOwner(db, tokenHash, now).then(
    (owner) => owner !== undefined,
    () => true,
  )

/**
 * A ticket proves when a submit arrived, so that it counts although the portal is too busy to decide on it
 * now. Every answer to a well-formed submit without a verdict gets a ticket. A retry with a valid ticket gets
 * no new one, only the time to wait. When the body is too large for a digest, the answer says so.
 */
export const ticketGiver = (deps: Deps) => {
  const waitSeconds = (now: Date) => deps.tickets?.waitSeconds(now)

  return async (request: FastifyRequest, refusal: Refusal): Promise<Refusal> => {
    if (!isSubmit(request)) return refusal
    const now = deps.now()
    const heldTickets = readHeld(deps.secrets, request.headers)
    if (!NO_VERDICT.has(refusal.kind)) {
      // Only submits that were read are counted: an early refusal, such as of a forged ticket, says nothing
      // about the rate of verdicts.
      if (request.parsedSubmit) deps.tickets?.countVerdict(now, heldTickets.length > 0)
      return refusal
    }
    const tokenHash = tokenHashOf(request.headers.authorization)
    if (!tokenHash || !deps.tickets) return refusal
    // The token of an ended session stays known for three hours. An unknown token gets no ticket.
    const isDoubtful = refusal.kind === 'signed_out' || request.hasUnknownToken
    if (isDoubtful && !(await isTokenKnown(deps, tokenHash, now))) return refusal
    const digest = await digestOfRequest(request)
    // When the digest of the request is not known, any ticket that the caller holds is taken as its ticket.
    const matching = heldTickets.find((ticket) => !Buffer.isBuffer(digest) || ticket.digest.equals(digest))
    if (matching)
      return withTicket(
        refusal,
        { received_at: matching.receivedAt.toISOString() },
        matching.receivedAt,
        waitSeconds(now),
      )
    // Only a refusal with status 503 gets the message about the size. Others keep their own message.
    if (digest === 'too large' && refusal.status === 503)
      return new Refusal(refusal.kind, {
        message: TICKET_WORDS.tooLarge,
        // A refusal with status 503 always has its own time, in seconds. The 5 is only for the type.
        retryAfter: refusal.retryAfter ?? 5,
      })
    if (!Buffer.isBuffer(digest)) return refusal
    const { arrivedAt = now } = request
    // A submit that arrived recently is trusted. An older one gets a ticket only if its header had the
    // digest: otherwise the body may have been written later.
    const receivedAt = isFresh(arrivedAt, now) || claimsDigest(request.headers, digest) ? arrivedAt : now
    const ticket = deps.tickets.give({ tokenHash, digest, receivedAt }, now)
    return withTicket(
      refusal,
      { ticket: ticket.text, received_at: ticket.receivedAt.toISOString() },
      ticket.receivedAt,
      waitSeconds(now),
    )
  }
}

/** The refusal, with the ticket's values in its body, and the time after which to try again. */
const withTicket = (
  refusal: Refusal,
  ticketFields: Record<string, string>,
  receivedAt: Date,
  retryAfter: number | undefined,
) => {
  // A person who must log in again gets the usual message of this refusal.
  const message = refusal.kind === 'signed_out' ? refusal.message : TICKET_WORDS.counts(receivedAt)
  return new Refusal(refusal.kind, {
    message,
    also: { ...refusal.also, ...ticketFields },
    ...(retryAfter === undefined || refusal.kind === 'signed_out' ? {} : { retryAfter }),
  })
}
