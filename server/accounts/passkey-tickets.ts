import { randomUUID } from 'node:crypto'
import { PASSKEY_WORDS, PASSKEYS } from '#contract/accounts/passkeys.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { countInWindow } from '../counters.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Visitor } from '../http/visitor.ts'

// Here a ticket is a signed text. A browser sends it back with the answer of its passkey.

/**
 * What a passkey ticket is for: a login, a new passkey, or the proof of who a logged-in person is. A ticket
 * for a login names no account.
 */
type TicketKind = 'login' | 'new' | 'proof'
const PURPOSE = 'passkey-ticket'
const MARK_CHARACTERS = 32
const NOBODY = 0

/** A mark of the password that a ticket was issued for. With a new password the ticket is worthless. */
const passwordMark = ({ secrets }: Pick<Deps, 'secrets'>, passwordHash: string) =>
  secrets.hmac('passkey-ticket-password', passwordHash).toString('hex').slice(0, MARK_CHARACTERS)

type Holder = { userId: number; passwordHash: string }

/**
 * Makes a passkey ticket and the challenge for the device, which is derived from the ticket. So the portal
 * stores nothing before the device answers.
 */
export function newTicket(deps: Deps, kind: TicketKind, holder?: Holder) {
  const expiresAt = deps.now().getTime() + PASSKEYS.minutes * 60_000
  const mark = holder ? passwordMark(deps, holder.passwordHash) : ''
  const content = [kind, holder?.userId ?? NOBODY, expiresAt, mark, randomUUID()].join(' ')
  const ticket = signToken(deps.secrets, PURPOSE, content)
  return { ticket, challenge: challengeOf(deps, content) }
}

const challengeOf = ({ secrets }: Deps, content: string) => secrets.hmac('passkey-challenge', content)

type Ticket = {
  /** The account for which the ticket was issued; 0 in a ticket for a login. */
  userId: number
  challenge: Buffer
  /** Whether this hash is of the password for which the ticket was issued. */
  isFor: (passwordHash: string) => boolean
  /** Uses the ticket up: the same answer of a passkey cannot be used a second time (T7). */
  useUp: (tx: Tx) => Promise<void>
}

/** The refusal of a passkey ticket that is too old, used, or issued for something else. */
const overRefusal = () => refuse('conflict', { message: PASSKEY_WORDS.over })

/** Reads the passkey ticket of a call. Refuses one that is unsigned, too old, or for something else. */
export function requireTicket(deps: Deps, kind: TicketKind, ticket: string): Ticket {
  const content = verifyToken(deps.secrets, PURPOSE, ticket) ?? ''
  const [ticketKind, userId, expiresAt, mark, id] = content.split(' ')
  if (ticketKind !== kind || Number(expiresAt) <= deps.now().getTime()) throw overRefusal()
  return {
    userId: Number(userId),
    challenge: challengeOf(deps, content),
    isFor: (passwordHash) => mark === passwordMark(deps, passwordHash),
    useUp: async (tx) => {
      const { count } = await countInWindow(tx, `passkey ticket ${id}`, PASSKEYS.minutes * 60, deps.now())
      // Another call has already used this passkey ticket.
      if (count > 1) throw overRefusal()
    },
  }
}

/** An applicant's passkey replaces the password. So the device must verify its owner, such as by a PIN. */
export const OWNER_CHECK = { userVerification: 'required' } as const

/** What the functions of `passkeys/webauthn.ts` need to know about a call. */
export const ceremonyOf = (deps: Deps, visitor: Visitor, { challenge }: { challenge: Buffer }) => ({
  deps,
  visitor,
  challenge,
})
