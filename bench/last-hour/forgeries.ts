import { createHash, randomBytes } from 'node:crypto'
import { REFUSALS } from '#contract/refusals.ts'
import { TICKET_WORDS } from '#contract/tickets/tickets.ts'
import { type Secrets, secretsFrom } from '../../server/secrets.ts'
import { writeTicket } from '../../server/tickets/ticket.ts'
import { type Filled, TOKEN_LENGTH } from '../applications.ts'
import { submitBody } from './calls.ts'

/**
 * The kinds of wrong tickets, each with the message that refuses it. The first four have no valid signature.
 * The others have one, as if an attacker had the portal's secret or a ticket of another submit.
 */
export const FORGERIES = {
  random: TICKET_WORDS.forged,
  'signed with another key': TICKET_WORDS.forged,
  'moved to an earlier time': TICKET_WORDS.forged,
  'moved to another account': TICKET_WORDS.forged,
  'of another account': TICKET_WORDS.otherAccount,
  'of a token of nobody': TICKET_WORDS.otherAccount,
  'of another job': TICKET_WORDS.otherJob,
  'of other answers': TICKET_WORDS.otherAnswers,
  'with other answers': TICKET_WORDS.otherAnswers,
  'from the future': TICKET_WORDS.future,
  'from after the deadline': REFUSALS.job_closed.message,
  'after the grace': REFUSALS.job_closed.message,
} as const
export type Forgery = keyof typeof FORGERIES

/** What the forger knows: the portal's secret, the digests of all answers, and all session tokens. */
export type Forger = {
  secrets: Secrets
  filled: Filled
  /** When the two jobs closed, in ms since 1970: within the grace period for tickets, and before it. */
  closed: { recently: number; longAgo: number }
  /** The digests of a submit for the first job and of one for the second, in hex. */
  digests: [string, string]
}

const HOUR_MS = 3_600_000
const BEFORE_DEADLINE_MS = 10_000
const MINUTE_MS = 60_000
// A ticket's content is the time in 6 bytes, the id of the process in 8, and then two hashes of 32 bytes: of
// the session token and of the answers. A dot and the signature follow.
const TOKEN_HASH_OFFSET = 14
const CONTENT_BYTES = 78
const SIGNATURE_BYTES = 32
/** The id of the process that signs the tickets: each ticket contains it. */
const node = randomBytes(8)
const otherSecrets = secretsFrom(randomBytes(32))
export const tokenOf = (person: number) => String(person).padStart(TOKEN_LENGTH, '0')
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A person's submit with a ticket. `application` is the id of their application. */
export type Forged = { application: number; person: number; body: Record<string, unknown>; ticket: string }

/**
 * A submit with the ticket of a person who pressed Submit ten seconds before the deadline. The portal must
 * accept this ticket. It must refuse all tickets of `forge`.
 */
export function trueTicket({ secrets, filled, closed, digests }: Forger, attempt: number): Forged {
  const position = attempt % filled.people
  const person = filled.firstPerson + position
  const receivedAt = new Date(closed.recently - BEFORE_DEADLINE_MS)
  const ticket = writeTicket(secrets, {
    receivedAt,
    node,
    tokenHash: hashOf(tokenOf(person)),
    digest: Buffer.from(digests[0], 'hex'),
  })
  return {
    application: position + 1,
    person,
    body: submitBody(filled, `true-${attempt}`),
    ticket: ticket.text,
  }
}

/** Makes a ticket with changed content and the signature of the old content. */
function withChangedContent(ticket: string, change: (content: Buffer) => void): string {
  const [content = '', signature = ''] = ticket.split('.')
  const bytes = Buffer.from(content, 'base64url')
  change(bytes)
  return `${bytes.toString('base64url')}.${signature}`
}

/** The fields in which a wrong ticket differs from a true one. */
type TicketFields = {
  receivedAt?: number
  person?: number
  digest?: string
  signWith?: Secrets
  token?: string
}

/** Signs a ticket of this person that is true except for these fields. */
const signTicket = ({ secrets, closed, digests }: Forger, person: number, fields: TicketFields) =>
  writeTicket(fields.signWith ?? secrets, {
    receivedAt: new Date(fields.receivedAt ?? closed.recently - BEFORE_DEADLINE_MS),
    node,
    tokenHash: hashOf(fields.token ?? tokenOf(fields.person ?? person)),
    digest: Buffer.from(fields.digest ?? digests[0], 'hex'),
  }).text

/** Makes a wrong ticket of this kind. `attempt`, a running number, chooses its person. */
export function forge(forger: Forger, kind: Forgery, attempt: number): Forged {
  const { filled, closed, digests } = forger
  const trueSubmit = trueTicket(forger, attempt)
  const otherPerson = filled.firstPerson + ((attempt + 1) % filled.people)
  const sign = (fields: TicketFields) => signTicket(forger, trueSubmit.person, fields)
  const otherDigest = () => randomBytes(32).toString('hex')
  switch (kind) {
    case 'random':
      return {
        ...trueSubmit,
        ticket: [CONTENT_BYTES, SIGNATURE_BYTES]
          .map((bytes) => randomBytes(bytes).toString('base64url'))
          .join('.'),
      }
    case 'signed with another key':
      return { ...trueSubmit, ticket: sign({ signWith: otherSecrets }) }
    case 'moved to an earlier time':
      return {
        ...trueSubmit,
        ticket: withChangedContent(sign({ receivedAt: closed.recently + MINUTE_MS }), (content) =>
          content.writeUIntBE(closed.recently - MINUTE_MS, 0, 6),
        ),
      }
    case 'moved to another account':
      return {
        ...trueSubmit,
        ticket: withChangedContent(sign({ person: otherPerson }), (content) =>
          hashOf(tokenOf(trueSubmit.person)).copy(content, TOKEN_HASH_OFFSET),
        ),
      }
    case 'of another account':
      return { ...trueSubmit, ticket: sign({ person: otherPerson }) }
    case 'of a token of nobody':
      return { ...trueSubmit, ticket: sign({ token: randomBytes(32).toString('base64url') }) }
    case 'of another job':
      return { ...trueSubmit, ticket: sign({ digest: digests[1] }) }
    case 'of other answers':
      return { ...trueSubmit, ticket: sign({ digest: otherDigest() }) }
    case 'with other answers':
      return { ...trueSubmit, body: { ...trueSubmit.body, address: `P.O. Box ${attempt}, Wajir` } }
    case 'from the future':
      return { ...trueSubmit, ticket: sign({ receivedAt: Date.now() + HOUR_MS }) }
    case 'from after the deadline':
      return { ...trueSubmit, ticket: sign({ receivedAt: closed.recently + 1 }) }
    case 'after the grace':
      return {
        ...trueSubmit,
        application: filled.people + trueSubmit.application,
        body: { ...trueSubmit.body, job_id: filled.firstJob + 1 },
        ticket: sign({ receivedAt: closed.longAgo - BEFORE_DEADLINE_MS, digest: digests[1] }),
      }
  }
}
