import { randomUUID } from 'node:crypto'
import { PASSKEY_WORDS, PASSKEYS } from '#contract/accounts/passkeys.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { countInWindow } from '../http/counters.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Visitor } from '../http/visitor.ts'

// A ticket is a signed text that a browser brings back with the answer of its passkey.

/** What a ticket is for. A ticket for a login names no account. */
type Purpose = 'login' | 'new' | 'proof'
const PURPOSE = 'passkey-ticket'
const MARK_CHARACTERS = 32
const NOBODY = 0

/** A mark of the password that a ticket was issued for: after a change of password it proves nothing. */
const passwordMark = ({ secrets }: Pick<Deps, 'secrets'>, passwordHash: string) =>
  secrets.hmac('passkey-ticket-password', passwordHash).toString('hex').slice(0, MARK_CHARACTERS)

type Holder = { userId: number; passwordHash: string }

/** A ticket, and the challenge that is derived from it: nothing is stored before the passkey answers. */
export function newTicket(deps: Deps, purpose: Purpose, holder?: Holder) {
  const expiresAt = deps.now().getTime() + PASSKEYS.minutes * 60_000
  const mark = holder ? passwordMark(deps, holder.passwordHash) : ''
  const content = [purpose, holder?.userId ?? NOBODY, expiresAt, mark, randomUUID()].join(' ')
  const ticket = signToken(deps.secrets, PURPOSE, content)
  return { ticket, challenge: challengeOf(deps, content) }
}

const challengeOf = ({ secrets }: Deps, content: string) => secrets.hmac('passkey-challenge', content)

export type Ticket = {
  userId: number
  challenge: Buffer
  /** Whether the person's password is still the one that the ticket was issued for. */
  isFor: (passwordHash: string) => boolean
  /** Uses the ticket up: an answer that was recorded works no second time (T7). */
  useUp: (tx: Tx) => Promise<void>
}

/** For a ticket that is too old, was used, or was issued for something else. */
const overRefusal = () => refuse('conflict', { message: PASSKEY_WORDS.over })

/** The ticket of a call. Refuses one that we did not sign, is too old, or was issued for something else. */
export function requireTicket(deps: Deps, purpose: Purpose, ticket: string): Ticket {
  const content = verifyToken(deps.secrets, PURPOSE, ticket) ?? ''
  const [issuedFor, userId, expiresAt, mark, id] = content.split(' ')
  if (issuedFor !== purpose || Number(expiresAt) <= deps.now().getTime()) throw overRefusal()
  return {
    userId: Number(userId),
    challenge: challengeOf(deps, content),
    isFor: (passwordHash) => mark === passwordMark(deps, passwordHash),
    useUp: async (tx) => {
      const { count } = await countInWindow(tx, `passkey ticket ${id}`, PASSKEYS.minutes * 60, deps.now())
      // Another call has used this ticket.
      if (count > 1) throw overRefusal()
    },
  }
}

/** A passkey of an applicant replaces the password, so the device must check its owner. */
export const VERIFICATION = { userVerification: 'required' } as const

/** What the functions of `passkeys/webauthn.ts` need to know of a call. */
export const ceremonyOf = (deps: Deps, visitor: Visitor, { challenge }: { challenge: Buffer }) => ({
  deps,
  visitor,
  challenge,
})
