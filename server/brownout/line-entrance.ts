import { setTimeout as wait } from 'node:timers/promises'
import { FROM_LEVEL } from '#contract/last-hour/brownout.ts'
import { LINE, LINE_WORDS } from '#contract/line/line.ts'
import type { Deps } from '../deps.ts'
import { type Refusal, refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Visitor } from '../http/visitor.ts'
import type { LineEntrance } from '../line/line.ts'

/** The browser sends its ticket by itself, also after the page was closed. */
export const LINE_COOKIE = 'line'
const FIRST_COOKIE = 'first'
const RETRY_SECONDS = { least: 5, most: 900 }

export const ticketOf = (visitor: Visitor) => visitor.header(LINE.header) ?? visitor.cookie(LINE_COOKIE)

/** Whether a caller's turn in the line has come. */
export function hasTurn({ brownout, now }: Pick<Deps, 'brownout' | 'now'>, visitor: Visitor): boolean {
  const ticket = ticketOf(visitor)
  return ticket !== undefined && brownout !== undefined && brownout.line.hasTurn(ticket, now().getTime())
}

/**
 * The refusal for a caller who is not let in. `refusal` is built only when it is sent, because it issues a
 * ticket. `isTime` resolves when it may be sent, whatever was checked meanwhile. `atOnce` is the refusal
 * without that wait, when nothing was looked up.
 */
export type RefusedEntry = { refusal: () => Refusal; atOnce: () => Refusal; isTime: () => Promise<void> }

/** The refusal for a caller whose entrance is closed from a level on; undefined lets the caller in. */
export function refusedEntry(
  door: LineEntrance,
  { brownout, now }: Deps,
  visitor: Visitor,
): RefusedEntry | undefined {
  if (!brownout || brownout.level() < FROM_LEVEL[door]) return undefined
  const ticket = ticketOf(visitor)
  if (brownout.line.lets(door, ticket, now().getTime())) return undefined
  const notBefore = performance.now() + brownout.line.answerMs()
  const refusalAt = (notBefore: number) => {
    const { place, fault } = brownout.line.stand(ticket, now().getTime(), door)
    visitor.setCookie(LINE_COOKIE, place.ticket, LINE.ticketMs / 1_000)
    const retryAfter = Math.min(RETRY_SECONDS.most, Math.max(RETRY_SECONDS.least, place.wait_seconds))
    const message = `${fault ? LINE_WORDS[fault] : LINE_WORDS.stand} ${LINE_WORDS.wait(place.wait_seconds)}`
    return refuse('line', { message, retryAfter, also: { ...place, ...(fault ? { fault } : {}) }, notBefore })
  }
  return {
    refusal: () => refusalAt(notBefore),
    atOnce: () => refusalAt(0),
    isTime: () => wait(Math.max(0, notBefore - performance.now()), undefined, { ref: false }),
  }
}

/** Call after success at an entrance: the caller's ticket no longer opens it. */
export function spendTicket(door: LineEntrance, { brownout, now }: Deps, visitor: Visitor) {
  const ticket = ticketOf(visitor)
  if (ticket !== undefined) brownout?.line.spend(door, ticket, now().getTime())
  if (door === 'loginInLine' && visitor.cookie(LINE_COOKIE)) visitor.clearCookie(LINE_COOKIE)
}

/**
 * Sets a signed cookie on a device that saves a draft of a job that closes soon: its owner's logins go first
 * until two hours after the deadline.
 */
export function letGoFirst({ secrets, now }: Deps, visitor: Visitor, userId: number, deadline: Date | null) {
  const left = (deadline?.getTime() ?? Infinity) - now().getTime()
  if (left < 0 || left > LINE.firstMs) return
  const until = Math.floor(now().getTime() / 1_000) + Math.ceil((left + LINE.firstMs) / 1_000)
  if (goesFirst({ secrets, now }, visitor, userId)) return
  // A shared phone remembers its last three people.
  const others = (visitor.cookie(FIRST_COOKIE) ?? '').split('~').filter(Boolean).slice(0, 2)
  visitor.setCookie(
    FIRST_COOKIE,
    [signToken(secrets, 'first', `${userId}-${until}`), ...others].join('~'),
    (2 * LINE.firstMs) / 1_000,
  )
}

type Firsts = Pick<Deps, 'secrets' | 'now'>
/** Accounts with a draft that was saved on this device and whose job closes soon. */
const firstsOf = ({ secrets, now }: Firsts, visitor: Visitor): number[] =>
  (visitor.cookie(FIRST_COOKIE) ?? '')
    .split('~')
    .slice(0, 3)
    .map((mark) => (verifyToken(secrets, 'first', mark) ?? '').split('-').map(Number))
    .flatMap(([owner = 0, until = 0]) => (until * 1_000 > now().getTime() ? [owner] : []))

export const mayGoFirst = (deps: Firsts, visitor: Visitor): boolean => firstsOf(deps, visitor).length > 0

export const goesFirst = (deps: Firsts, visitor: Visitor, userId: number): boolean =>
  firstsOf(deps, visitor).includes(userId)
