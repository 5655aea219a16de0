import { type LineMark, type PlaceInLine, type PlaceProblem, waitSeconds } from '#contract/line/line.ts'
import type { Secrets } from '../secrets.ts'
import { answerTime } from './answer-time.ts'
import { ticketCounts } from './mark.ts'
import { movingMark } from './moving-mark.ts'
import { newPlace, type Place, readTicket, signPlace } from './ticket.ts'
import { usedTickets } from './used-tickets.ts'

// While the portal is very busy, new visitors wait in a line before they can register or log in.

/**
 * The entrances behind the line. One place opens each of them: a person who registered in their turn also
 * logs in with it.
 */
export type LineEntrance = 'registrationInLine' | 'loginInLine'

/**
 * Bounds the memory of passes: above `max` the oldest are dropped, down to `keptWhenFull`. Half is dropped at
 * once, so that it is rarely done.
 */
const PASSES = { max: 100_000, keptWhenFull: 50_000 }
/** The slowest rate with which a wait is computed, so that it stays a finite number. */
const LEAST_RATE_PER_SECOND = 0.01

/** The times at which people passed the entrances of this process within the last minute. */
function recentPasses() {
  let passedAtMs: number[] = []
  return {
    add(nowMs: number) {
      const minuteAgo = nowMs - 60_000
      if (passedAtMs.length > PASSES.max || (passedAtMs[0] ?? nowMs) < minuteAgo)
        passedAtMs = passedAtMs.filter((passedAt) => passedAt > minuteAgo).slice(-PASSES.keptWhenFull)
      passedAtMs.push(nowMs)
    },
    countSince: (sinceMs: number) => passedAtMs.filter((passedAt) => passedAt > sinceMs).length,
  }
}

/** How often each place was used at each entrance of this process. */
function usesOfPlaces() {
  const entrances: Record<LineEntrance, ReturnType<typeof usedTickets>> = {
    registrationInLine: usedTickets(),
    loginInLine: usedTickets(),
  }
  return {
    ...entrances,
    isSpentAnywhere: (place: Place) =>
      entrances.loginInLine.isSpent(place) || entrances.registrationInLine.isSpent(place),
  }
}

/** Counts people whose turn had come and who were turned away: more were admitted than fit. */
function turnedAwayCounter() {
  const places = usedTickets()
  let count = 0
  return {
    /** One place counts at most thirty times, or one caller without pause could stop the line. */
    add(place: Place) {
      if (places.isSpent(place)) return
      places.use(place)
      count++
    },
    /** How many were counted since the last call. */
    take() {
      const takenCount = count
      count = 0
      return takenCount
    },
  }
}

/**
 * The line as this process knows it. It holds the mark, which all processes share, how many tickets this
 * process issued in each second, and which tickets were used here. It stores nothing about a person: the
 * ticket holds the place.
 */
export class Line {
  readonly #secrets: Secrets
  readonly #tickets = ticketCounts()
  readonly #mark = movingMark(this.#tickets)
  readonly #uses = usesOfPlaces()
  readonly #passes = recentPasses()
  readonly #turnedAway = turnedAwayCounter()
  readonly #answers = answerTime()

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /** See `movingMark` for `set` and `next`. */
  readonly set = this.#mark.set
  readonly next = this.#mark.next
  readonly mark = this.#mark.current
  readonly takeTurnedAway = this.#turnedAway.take
  /** How long each reply of an entrance takes at present. */
  readonly answerMs = this.#answers.currentMs
  /** Reports how long a password hash took, on which `answerMs` depends. */
  readonly recordHashMs = this.#answers.recordHashMs

  isEmpty(nowMs: number): boolean {
    return this.#exactWaitingCount(nowMs) < 1
  }

  waitingCount(nowMs: number): number {
    return Math.round(this.#exactWaitingCount(nowMs))
  }

  passedInLastMinute(nowMs: number): number {
    return this.#passes.countSince(nowMs - 60_000)
  }

  /** The mark as `/line.json` publishes it; null when there is no line. */
  publicMark(): LineMark {
    const mark = this.mark()
    if (!mark) return null
    return { until: new Date(mark.untilMs).toISOString(), pace: Math.round(mark.pace * 1_000) / 1_000 }
  }

  /**
   * Whether a caller may use an entrance now; counts the use. A place up to the mark passes. Without a valid
   * ticket a caller passes only when no one waits, and only as many as fit.
   */
  tryToPass(entrance: LineEntrance, ticket: string | undefined, nowMs: number): boolean {
    const mark = this.mark()
    if (!mark) return true
    const ticketRead = this.#read(ticket, nowMs)
    const isUsable = ticketRead?.kind === 'true' && !this.#uses[entrance].isSpent(ticketRead.place)
    const place = isUsable ? ticketRead.place : undefined
    const mayPass = place === undefined ? this.#hasSpareRoom(nowMs) : place <= mark.untilMs
    if (mayPass) this.#passes.add(nowMs)
    if (mayPass && place !== undefined) this.#uses[entrance].use(place)
    return mayPass
  }

  /** Whether the ticket's turn has come and the ticket is used up at no entrance. */
  hasTurn(ticket: string, nowMs: number): boolean {
    const mark = this.mark()
    if (!mark) return false
    const ticketRead = readTicket(this.#secrets, ticket, nowMs)
    if (ticketRead.kind !== 'true') return false
    return ticketRead.place <= mark.untilMs && !this.#uses.isSpentAnywhere(ticketRead.place)
  }

  countTurnedAway(ticket: string, nowMs: number) {
    const ticketRead = readTicket(this.#secrets, ticket, nowMs)
    if (ticketRead.kind === 'true') this.#turnedAway.add(ticketRead.place)
  }

  /** Uses a ticket up after success: anyone who is handed it waits in the line like everyone. */
  spend(entrance: LineEntrance, ticket: string, nowMs: number) {
    const ticketRead = readTicket(this.#secrets, ticket, nowMs)
    if (this.mark() && ticketRead.kind === 'true') this.#uses[entrance].spend(ticketRead.place)
  }

  /**
   * The place of a caller who was not admitted: the place in a valid ticket, else a new place. `problem` says
   * what was wrong with the ticket. Who only looks at the line names no entrance: then uses at the login
   * count, because a place is used there last.
   */
  keepOrTakePlace(
    ticket: string | undefined,
    nowMs: number,
    entrance: LineEntrance = 'loginInLine',
  ): { place: PlaceInLine; problem?: PlaceProblem } {
    const ticketRead = this.#read(ticket, nowMs)
    const hasPlace = ticketRead?.kind === 'true'
    if (hasPlace && !this.#uses[entrance].isSpent(ticketRead.place))
      return { place: this.#presentPlace(ticketRead.place) }
    const problem = hasPlace ? 'spent' : ticketRead?.kind
    this.#tickets.countTicket(nowMs)
    return { place: this.#presentPlace(newPlace(nowMs)), ...(problem ? { problem } : {}) }
  }

  #read(ticket: string | undefined, nowMs: number) {
    return ticket === undefined ? undefined : readTicket(this.#secrets, ticket, nowMs)
  }
  #exactWaitingCount(nowMs: number): number {
    const mark = this.mark()
    // A place is anywhere in the second of arrival, so the newest places may be up to a second ahead.
    return mark ? this.#tickets.countBetween(mark.untilMs, nowMs + 1_000) : 0
  }
  /** Whether someone without a ticket fits, because no one waits and few came in this second. */
  #hasSpareRoom(nowMs: number): boolean {
    return this.isEmpty(nowMs) && this.#passes.countSince(nowMs - 1_000) < this.#mark.ownRatePerSecond()
  }
  #waitSecondsOf(place: Place): number {
    const mark = this.mark()
    if (!mark) return 0
    const peopleAhead = this.#tickets.countBetween(mark.untilMs, place)
    // No one is known to be ahead when another process issued the tickets. Then the pace gives the wait.
    if (peopleAhead < 1) return waitSeconds(place, { until: mark.untilMs, pace: mark.pace })
    return Math.ceil(peopleAhead / Math.max(LEAST_RATE_PER_SECOND, this.#mark.measuredRatePerSecond()))
  }
  #presentPlace(place: Place): PlaceInLine {
    const mark = this.mark()
    // Without a line, the mark is at the place itself.
    return {
      ticket: signPlace(this.#secrets, place),
      arrived_at: new Date(place).toISOString(),
      until: new Date(mark?.untilMs ?? place).toISOString(),
      pace: mark?.pace ?? 1,
      wait_seconds: this.#waitSecondsOf(place),
    }
  }
}
