import { createHash } from 'node:crypto'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Secrets } from '../secrets.ts'

/** A ticket proves that a submit with this digest and this token reached this process at `receivedAt`. */
export type Ticket = {
  receivedAt: Date
  /** The SHA-256 of the session token of the ticket's owner. */
  tokenHash: Buffer
  /** SHA-256 of the submitted content, which includes the job. */
  digest: Buffer
  /** The process that issued the ticket: 8 bytes. */
  node: Buffer
  /** The signed text of the ticket, as it is sent. */
  text: string
}

const PURPOSE = 'submit-ticket'
/** Where the parts of a ticket's signed bytes start. The first part is the time, in ms. */
const START = { node: 6, tokenHash: 14, digest: 46 } as const
const CONTENT_BYTES = START.digest + 32

/** Issues a ticket, which costs one HMAC. Nothing is stored: every process that has the key can verify it. */
export function writeTicket(secrets: Secrets, ticket: Omit<Ticket, 'text'>): Ticket {
  const timeBytes = Buffer.alloc(START.node)
  timeBytes.writeUIntBE(ticket.receivedAt.getTime(), 0, START.node)
  const content = Buffer.concat([timeBytes, ticket.node, ticket.tokenHash, ticket.digest]).toString(
    'base64url',
  )
  return { ...ticket, text: signToken(secrets, PURPOSE, content) }
}

/** Reads a ticket. Undefined when the portal did not sign it. */
export function readTicket(secrets: Secrets, text: string): Ticket | undefined {
  const content = verifyToken(secrets, PURPOSE, text)
  const bytes = content === undefined ? undefined : Buffer.from(content, 'base64url')
  if (bytes?.length !== CONTENT_BYTES) return undefined
  return {
    receivedAt: new Date(bytes.readUIntBE(0, START.node)),
    node: bytes.subarray(START.node, START.tokenHash),
    tokenHash: bytes.subarray(START.tokenHash, START.digest),
    digest: bytes.subarray(START.digest),
    text,
  }
}

export const hashOfTicket = ({ text }: Ticket): Buffer => createHash('sha256').update(text).digest()

// The header contains `Token`, a space and 32 bytes in base64url.
const TOKEN = /^Token (?<token>[\w-]{43})$/

/**
 * The hash of the session token in an `Authorization` header, as `sessions` stores it. Undefined without a
 * token.
 */
export const tokenHashOf = (authorization: string | undefined): Buffer | undefined => {
  const token = TOKEN.exec(authorization ?? '')?.groups?.token
  return token === undefined ? undefined : createHash('sha256').update(token).digest()
}
