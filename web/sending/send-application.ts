import { SUBMIT_WORDS } from '#contract/job-applications/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { STORED } from '#contract/browser.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { contentText, contentWithDigest, TICKET_HEADERS } from '#contract/tickets/tickets.ts'
import { address, callHeaders, networkError, PATIENCE_MS, refusalError, sessionEvents } from '../api.ts'
import type { CallFailed } from '../call.ts'
import type { HeldTicket } from './verdicts.ts'

const KEY = 'PUT /api/job-applications/update/{id}/'
type Answer = Reply<typeof KEY>
type Sending = { applicationId: number; body: string; ticket: HeldTicket | undefined }

const refusal = (status: number, message: string): CallFailed =>
  Object.assign(new Error(message), { status, body: { message } })

/** True if someone is logged in at this browser. */
const hasToken = () => {
  try {
    return localStorage.getItem(STORED.token) !== null
  } catch {
    // The browser stores nothing, so only the server knows who is logged in.
    return true
  }
}

const toHex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** The SHA-256 of bytes, in hex. It is undefined on a page without TLS, where browsers do not compute it. */
export const sha256 = async (bytes: BufferSource): Promise<string | undefined> =>
  crypto.subtle ? toHex(await crypto.subtle.digest('SHA-256', bytes)) : undefined

/** The digests of what a submit contains: of the whole, of the answers and of each file. */
const digestsOf = async (body: string) => {
  try {
    return await contentWithDigest(
      JSON.parse(body),
      async (text) => (await sha256(new TextEncoder().encode(text))) ?? Promise.reject(new TypeError()),
    )
  } catch {
    // Without a digest from here, the server computes it from the body.
    return undefined
  }
}
const ticketHeader = (ticket: HeldTicket | undefined): Record<string, string> =>
  ticket ? { [TICKET_HEADERS.tickets]: ticket.tickets.join(', ') } : {}
/** The headers of an upload after the deadline: the tickets, and the proof that they name this file. */
export const uploadHeaders = async (ticket: HeldTicket): Promise<Record<string, string>> => {
  const digests = await digestsOf(ticket.body)
  return { ...ticketHeader(ticket), ...(digests ? { [TICKET_HEADERS.content]: contentText(digests) } : {}) }
}

/** The stored body of the submit. If files can never arrive, it also names the files that are left out. */
const bodyToSend = (body: string, ticket: HeldTicket | undefined) =>
  ticket?.leftOut
    ? JSON.stringify({ ...JSON.parse(body), files_left_out: Object.keys(ticket.refused ?? {}) })
    : body

type AnswerBody = (Partial<RefusalBody> & Partial<Answer>) | undefined

/** Makes the call. @throws CallFailed, if no answer came, or none in time */
async function putApplication({ applicationId, body, ticket }: Sending, signal: AbortSignal) {
  try {
    // The headers are those of a GET, without a CSRF token. That token would cost another call.
    const headers = await callHeaders('GET', KEY)
    const digests = await digestsOf(body)
    const answer = await fetch(address(KEY, { params: { id: applicationId } }), {
      method: 'PUT',
      signal,
      credentials: 'same-origin',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...ticketHeader(ticket),
        ...(digests ? { [TICKET_HEADERS.digest]: digests.digest } : {}),
      },
      body: bodyToSend(body, ticket),
    })
    const reply: AnswerBody = await answer.json().catch(() => undefined)
    return { headers, answer, reply }
  } catch {
    throw networkError()
  }
}

const isSubmitted = (reply: NonNullable<AnswerBody>): reply is NonNullable<AnswerBody> & Answer =>
  reply.is_completed === true && reply.receipt !== undefined && reply.receipt !== null

/**
 * The one call of the submit; every try is the same. Its session token is in a header, which no other site
 * can send, so it needs no CSRF token.
 * @throws CallFailed
 */
export async function sendApplication(sending: Sending): Promise<Answer> {
  const { ticket } = sending
  // Status 401 counts as temporary, because a received application waits until the person logs in again.
  if (!hasToken()) throw refusal(ticket ? 401 : 400, SUBMIT_WORDS.noToken)
  const canceller = new AbortController()
  // A dead connection never answers, so the wait is limited.
  const timer = setTimeout(() => canceller.abort(), PATIENCE_MS.head)
  const { headers, answer, reply } = await putApplication(sending, canceller.signal).finally(() =>
    clearTimeout(timer),
  )
  // The login page shows the message of a 401. It must say that the application was received.
  const receivedAt = reply?.received_at ?? ticket?.receivedAt
  if (answer.status === 401 && reply && receivedAt) reply.message = SENDING_WORDS.logIn(new Date(receivedAt))
  if (!answer.ok) {
    const retryAfter = Number(answer.headers.get('retry-after')) || undefined
    throw refusalError(headers, answer.status, reply ?? {}, retryAfter)
  }
  // This answer is not from our server. A network that requires a login answered instead.
  if (!reply) throw networkError()
  if (!isSubmitted(reply)) throw refusal(answer.status, SUBMIT_WORDS.failed)
  const expires = answer.headers.get('x-session-expires')
  if (expires) sessionEvents.sessionExpires(expires)
  return reply
}
