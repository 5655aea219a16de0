import { createHash, randomBytes } from 'node:crypto'
import { REFUSALS } from '#contract/refusals.ts'
import { TICKET_WORDS } from '#contract/tickets/tickets.ts'
import { type Secrets, secretsFrom } from '../../server/secrets.ts'
import { writeTicket } from '../../server/tickets/ticket.ts'
import { type Filled, TOKEN_LENGTH } from '../applications.ts'
import { submitBody } from './calls.ts'

/**
 * Tickets that must not be believed, and what each hears. All but the first four are truly signed: whoever
 * made them had the secret, or was given them.
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

/** Who makes them knows everything: the secret, the digests of all answers, the tokens of all people. */
export type Forger = {
  secrets: Secrets
  filled: Filled
  /** Of the job that closed within the grace, and of the one whose grace is over. */
  closed: { recently: number; longAgo: number }
  /** In hex, of the first job and of the second. */
  digests: [string, string]
}

const HOUR_MS = 3_600_000
const node = randomBytes(8)
const strangers = secretsFrom(randomBytes(32))
export const tokenOf = (person: number) => String(person).padStart(TOKEN_LENGTH, '0')
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** A submit of the n-th person with a ticket. `at`: which of their two applications. */
export type Forged = { application: number; person: number; body: Record<string, unknown>; ticket: string }

/**
 * The ticket of one who pressed Submit ten seconds before the deadline: the only kind that is to be believed.
 */
export function trueTicket({ secrets, filled, closed, digests }: Forger, n: number): Forged {
  const position = n % filled.people
  const person = filled.firstPerson + position
  const receivedAt = new Date(closed.recently - 10_000)
  const ticket = writeTicket(secrets, {
    receivedAt,
    node,
    tokenHash: hashOf(tokenOf(person)),
    digest: Buffer.from(digests[0], 'hex'),
  })
  return { application: position + 1, person, body: submitBody(filled, `true-${n}`), ticket: ticket.text }
}

/** The content of a ticket changed, its seal kept. */
function changed(ticket: string, change: (content: Buffer) => void): string {
  const [content = '', signature = ''] = ticket.split('.')
  const bytes = Buffer.from(content, 'base64url')
  change(bytes)
  return `${bytes.toString('base64url')}.${signature}`
}

export function forge(forger: Forger, kind: Forgery, n: number): Forged {
  const { secrets, filled, closed, digests } = forger
  const own = trueTicket(forger, n)
  const ofOther = filled.firstPerson + ((n + 1) % filled.people)
  const sign = (what: {
    receivedAt?: number
    person?: number
    digest?: string
    with?: Secrets
    token?: string
  }) =>
    writeTicket(what.with ?? secrets, {
      receivedAt: new Date(what.receivedAt ?? closed.recently - 10_000),
      node,
      tokenHash: hashOf(what.token ?? tokenOf(what.person ?? own.person)),
      digest: Buffer.from(what.digest ?? digests[0], 'hex'),
    }).text
  const other = () => randomBytes(32).toString('hex')
  switch (kind) {
    case 'random':
      return {
        ...own,
        ticket: `${randomBytes(78).toString('base64url')}.${randomBytes(32).toString('base64url')}`,
      }
    case 'signed with another key':
      return { ...own, ticket: sign({ with: strangers }) }
    case 'moved to an earlier time':
      return {
        ...own,
        ticket: changed(sign({ receivedAt: closed.recently + 60_000 }), (content) =>
          content.writeUIntBE(closed.recently - 60_000, 0, 6),
        ),
      }
    case 'moved to another account':
      return {
        ...own,
        ticket: changed(sign({ person: ofOther }), (content) =>
          hashOf(tokenOf(own.person)).copy(content, 14),
        ),
      }
    case 'of another account':
      return { ...own, ticket: sign({ person: ofOther }) }
    case 'of a token of nobody':
      return { ...own, ticket: sign({ token: randomBytes(32).toString('base64url') }) }
    case 'of another job':
      return { ...own, ticket: sign({ digest: digests[1] }) }
    case 'of other answers':
      return { ...own, ticket: sign({ digest: other() }) }
    case 'with other answers':
      return { ...own, body: { ...own.body, address: `P.O. Box ${n}, Wajir` } }
    case 'from the future':
      return { ...own, ticket: sign({ receivedAt: Date.now() + HOUR_MS }) }
    case 'from after the deadline':
      return { ...own, ticket: sign({ receivedAt: closed.recently + 1 }) }
    case 'after the grace':
      return {
        ...own,
        application: filled.people + own.application,
        body: { ...own.body, job_id: filled.firstJob + 1 },
        ticket: sign({ receivedAt: closed.longAgo - 10_000, digest: digests[1] }),
      }
  }
}
