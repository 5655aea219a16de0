import { setTimeout as wait } from 'node:timers/promises'
import { FROM_LEVEL } from '#contract/last-hour/brownout.ts'
import { LINE, LINE_WORDS } from '#contract/line/line.ts'
import type { Deps } from '../deps.ts'
import { type Refusal, refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Visitor } from '../http/visitor.ts'
import type { LineEntrance } from '../line/line.ts'

// The functions with which logins and registrations use the waiting line. A ticket is a place in the line.

/** The ticket is in a cookie, so that the browser still has it after the page was closed. */
export const LINE_COOKIE = 'line'
/** The cookie holds up to three signed tokens, joined by `~`. */
const PRIORITY_COOKIE = 'first'
/** How many accounts the cookie holds. So a shared phone remembers the last three people who used it. */
const PRIORITY_ACCOUNTS = 3
/** The limits of the Retry-After header. The wait that a person reads has none. */
const RETRY_SECONDS = { min: 5, max: 900 }

/** The ticket of a caller: from a header, for programs without cookies, or else from the cookie. */
export const ticketOf = (visitor: Visitor) => visitor.header(LINE.header) ?? visitor.cookie(LINE_COOKIE)

/** Whether a caller's turn in the waiting line has come. */
export function hasTurn({ brownout, now }: Pick<Deps, 'brownout' | 'now'>, visitor: Visitor): boolean {
  const ticket = ticketOf(visitor)
  return ticket !== undefined && brownout !== undefined && brownout.line.hasTurn(ticket, now().getTime())
}

/** How to refuse a caller who must wait in the line. */
export type EntryRefusal = {
  /** Builds the refusal. Call it only to send the refusal, because it issues a ticket for the line. */
  refusal: () => Refusal
  /** Builds a refusal that is sent without waiting, because nothing was looked up about the caller. */
  refusalWithoutWait: () => Refusal
  /** Resolves when the refusal may be sent. All refusals take equally long, whatever was checked. */
  waitUntilDue: () => Promise<void>
}

/** The refusal for a caller who must wait in the line at this entrance. Undefined admits the caller. */
export function refuseEntry(
  entrance: LineEntrance,
  { brownout, now }: Deps,
  visitor: Visitor,
): EntryRefusal | undefined {
  if (!brownout || brownout.level() < FROM_LEVEL[entrance]) return undefined
  const { line } = brownout
  const ticket = ticketOf(visitor)
  if (line.tryToPass(entrance, ticket, now().getTime())) return undefined
  const dueAtMs = performance.now() + line.answerMs()
  // `notBefore` is the moment of `performance.now()` before which the refusal is not sent.
  const refusalAt = (notBefore: number) => {
    const { place, problem } = line.keepOrTakePlace(ticket, now().getTime(), entrance)
    visitor.setCookie(LINE_COOKIE, place.ticket, LINE.ticketValidMs / 1_000)
    const retryAfter = Math.min(RETRY_SECONDS.max, Math.max(RETRY_SECONDS.min, place.wait_seconds))
    // `problem` says why the ticket that the caller sent for the line is not valid.
    const message = `${LINE_WORDS[problem ?? 'stand']} ${LINE_WORDS.wait(place.wait_seconds)}`
    const also = { ...place, ...(problem ? { fault: problem } : {}) }
    return refuse('line', { message, retryAfter, also, notBefore })
  }
  return {
    refusal: () => refusalAt(dueAtMs),
    refusalWithoutWait: () => refusalAt(0),
    waitUntilDue: () => wait(Math.max(0, dueAtMs - performance.now()), undefined, { ref: false }),
  }
}

/** Call this after a login or registration: the caller's ticket then no longer opens this entrance. */
export function spendTicket(entrance: LineEntrance, { brownout, now }: Deps, visitor: Visitor) {
  const ticket = ticketOf(visitor)
  if (ticket !== undefined) brownout?.line.spend(entrance, ticket, now().getTime())
  // After a registration the ticket still opens the login, so its cookie is kept.
  if (entrance === 'loginInLine' && visitor.cookie(LINE_COOKIE)) visitor.clearCookie(LINE_COOKIE)
}

type TokenDeps = Pick<Deps, 'secrets' | 'now'>
const PRIORITY_PURPOSE = 'first'
/**
 * Reads a token of the cookie: whose draft it is for, and until when it is valid. A forged token gives the
 * account 0 and has expired.
 */
const readPriority = (secrets: TokenDeps['secrets'], token: string) => {
  const content = verifyToken(secrets, PRIORITY_PURPOSE, token) ?? ''
  const [userId = 0, untilSeconds = 0] = content.split('-').map(Number)
  return { userId, untilMs: untilSeconds * 1_000 }
}

const priorityTokens = (visitor: Visitor): string[] =>
  (visitor.cookie(PRIORITY_COOKIE) ?? '').split('~').filter(Boolean).slice(0, PRIORITY_ACCOUNTS)

/** The accounts that saved a draft on this device, for a job that closes soon. */
const priorityAccounts = ({ secrets, now }: TokenDeps, visitor: Visitor): number[] =>
  priorityTokens(visitor)
    .map((token) => readPriority(secrets, token))
    .filter(({ untilMs }) => untilMs > now().getTime())
    .map(({ userId }) => userId)

/** Whether any account has priority in the line on this device. It is not yet known who logs in. */
export const hasAnyPriority = (deps: TokenDeps, visitor: Visitor): boolean =>
  priorityAccounts(deps, visitor).length > 0

export const hasPriority = (deps: TokenDeps, visitor: Visitor, userId: number): boolean =>
  priorityAccounts(deps, visitor).includes(userId)

/**
 * Lets the owner of a draft enter before others. A device that saves a draft of a job that closes soon gets a
 * signed cookie. It is valid until two hours after the deadline.
 */
export function grantPriority(
  { secrets, now }: Deps,
  visitor: Visitor,
  userId: number,
  deadline: Date | null,
) {
  // A job without a deadline never closes soon.
  const deadlineMs = deadline?.getTime() ?? Infinity
  const remainingMs = deadlineMs - now().getTime()
  if (remainingMs < 0 || remainingMs > LINE.draftFirstMs) return
  const untilSeconds = Math.ceil((deadlineMs + LINE.draftFirstMs) / 1_000)
  const isOwn = (token: string) => readPriority(secrets, token).userId === userId
  const ownToken = priorityTokens(visitor).find(isOwn)
  // A draft of a job that closes later replaces the token, so that it is valid longer.
  if (ownToken && readPriority(secrets, ownToken).untilMs >= untilSeconds * 1_000) return
  const otherTokens = priorityTokens(visitor)
    .filter((token) => !isOwn(token))
    .slice(0, PRIORITY_ACCOUNTS - 1)
  visitor.setCookie(
    PRIORITY_COOKIE,
    [signToken(secrets, PRIORITY_PURPOSE, `${userId}-${untilSeconds}`), ...otherTokens].join('~'),
    // A token is valid longest if it is issued two hours before the deadline: until two hours after it.
    (2 * LINE.draftFirstMs) / 1_000,
  )
}
