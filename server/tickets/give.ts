import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { RefusalKind } from '#contract/refusals.ts'
import { TICKET, TICKET_WORDS } from '#contract/tickets/tickets.ts'
import type { Deps } from '../deps.ts'
import { isFresh, isNamed, namedDigest } from '../http/arrival.ts'
import { Refusal } from '../http/refuse.ts'
import { readHeld } from './held.ts'
import { digestBytes, digestSubmit } from './digests.ts'
import { findTokenOwner } from './store.ts'
import { tokenHashOf } from './ticket.ts'

/** Answers that say nothing about the application itself. Files that it names follow under the ticket, also after the deadline. */
const NO_VERDICT = new Set<RefusalKind>(['busy', 'too_many', 'no_room', 'failed', 'signed_out', 'files_missing'])

const SUBMITS = new Set(
  (Object.values(endpoints) as Endpoint[])
    .filter((endpoint) => endpoint.class === 'submit')
    .map((endpoint) => `${endpoint.method} ${endpoint.path.slice(0, -1)}`),
)
const named = (url: string) => url.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}')
export const isSubmit = ({ method, routeOptions }: FastifyRequest) => SUBMITS.has(`${method} ${named(routeOptions.url ?? '')}`)

const DRAIN_MS = 5_000
// So many bodies are held in memory at once, 32 MB of them; a browser that sends the digest needs none of it.
const AT_ONCE = 64
let draining = 0

/** The body of a request that nobody read, if it is small; undefined when it is larger, breaks off or takes long. */
async function drained(raw: IncomingMessage): Promise<Buffer | undefined> {
  if (raw.complete || raw.destroyed || draining >= AT_ONCE || Number(raw.headers['content-length'] ?? 0) > TICKET.drainedBytes) return undefined
  draining++
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
  draining--
  return raw.complete && bytes <= TICKET.drainedBytes ? Buffer.concat(pieces) : undefined
}

/** The digest of what a request brought; `too large` when its body may not be held, and undefined when it has none. */
async function digestOfRequest(request: FastifyRequest): Promise<Buffer | 'too large' | undefined> {
  const { submitted, formBytes, body, raw } = request
  const { id } = request.params as { id?: string }
  const application = id === undefined ? undefined : Number(id)
  const type = request.headers['content-type'] ?? ''
  if (submitted) return (await digestSubmit(submitted.body, { files: submitted.files, application }))?.digest
  // Of a submit that nothing was done for, its own word is enough: a ticket of another digest helps nobody.
  const said = namedDigest(request.headers)
  if (said) return said
  if (typeof body === 'object' && body !== null) return (await digestSubmit(body, { application }))?.digest
  const rest = raw.complete ? Buffer.alloc(0) : await drained(raw)
  if (!rest) return 'too large'
  // A form that was being read is copied to its end, beside what is drained here.
  return (await digestBytes(formBytes ? Buffer.concat(formBytes) : rest, type, application))?.digest
}

/**
 * Puts a ticket into any answer to a well-formed submit that is no verdict. A retry with a true ticket gets no new one, only the time to
 * wait. Of a body that is too large to be digested the answer says so.
 */
export const ticketGiver = (deps: Deps) => {
  const wait = (now: Date) => deps.tickets?.waitSeconds(now)

  return async (request: FastifyRequest, refusal: Refusal): Promise<Refusal> => {
    if (!isSubmit(request)) return refusal
    const now = deps.now()
    const held = readHeld(deps.secrets, request.headers)
    if (!NO_VERDICT.has(refusal.kind)) {
      // What was refused before anybody looked at it, a made-up ticket for instance, says nothing of how soon others have their turn.
      if (request.submitted) deps.tickets?.countVerdict(now, held.length > 0)
      return refusal
    }
    const tokenHash = tokenHashOf(request.headers.authorization)
    if (!tokenHash || !deps.tickets) return refusal
    // An ended session is known for three hours; a token that was never one gets no ticket.
    if ((refusal.kind === 'signed_out' || request.isStranger) && !(await findTokenOwner(deps.db, tokenHash, now).catch(() => 1))) return refusal
    const digest = await digestOfRequest(request)
    const first = held.find((ticket) => !Buffer.isBuffer(digest) || ticket.digest.equals(digest))
    if (first) return withTicket(refusal, { received_at: first.receivedAt.toISOString() }, first.receivedAt, wait(now))
    if (digest === 'too large' && refusal.status === 503)
      return new Refusal(refusal.kind, { message: TICKET_WORDS.tooLarge, retryAfter: refusal.retryAfter ?? 5 })
    if (!Buffer.isBuffer(digest)) return refusal
    const { arrivedAt = now } = request
    // What its head did not name may have been written since.
    const receivedAt = isFresh(arrivedAt, now) || isNamed(request.headers, digest) ? arrivedAt : now
    const ticket = deps.tickets.give({ tokenHash, digest, receivedAt }, now)
    return withTicket(refusal, { ticket: ticket.text, received_at: ticket.receivedAt.toISOString() }, ticket.receivedAt, wait(now))
  }
}

const withTicket = (refusal: Refusal, also: Record<string, string>, receivedAt: Date, retryAfter: number | undefined) => {
  // Who has to log in again is told so in the usual words.
  const message = refusal.kind === 'signed_out' ? refusal.message : `${TICKET_WORDS.counts(receivedAt)} ${TICKET_WORDS.again}`
  return new Refusal(refusal.kind, {
    message,
    also: { ...refusal.also, ...also },
    ...(retryAfter === undefined || refusal.kind === 'signed_out' ? {} : { retryAfter }),
  })
}
