import { type LineMark, type PlaceInLine, type PlaceProblem, waitSeconds } from '#contract/line/line.ts'
import type { Secrets } from '../secrets.ts'
import { answerTime } from './answer-time.ts'
import { ticketCounts } from './mark.ts'
import { movingMark } from './moving-mark.ts'
import { newPlace, type Place, readTicket, signPlace } from './ticket.ts'
import { placeUses } from './place-uses.ts'

// While the portal is very busy, new visitors wait in a line before they can register or log in.

/**
 * The two actions behind the line. One place in the line allows both: a person who registered with a place
 * also logs in with it.
 */
export type LineEntrance = 'registrationInLine' | 'loginInLine'

/**
 * Limits the stored times of people who passed. Above `max` times, only the newest `keptWhenFull` stay. Half
 * is dropped at once, so that this rarely happens.
 */
const PASSES = { max: 100_000, storedWhenFull: 50_000 }
/** The least rate (people per second) in the computation of a wait: so the wait is never infinite. */
const LEAST_RATE_PER_SECOND = 0.01

/** Stores when people passed the line in this process within the last minute. */
function recentPasses() {
  let passedAtMs: number[] = []
  return {
    add(nowMs: number) {
      const minuteAgo = nowMs - 60_000
      if (passedAtMs.length > PASSES.max || (passedAtMs[0] ?? nowMs) < minuteAgo)
        passedAtMs = passedAtMs.filter((passedAt) => passedAt > minuteAgo).slice(-PASSES.storedWhenFull)
      passedAtMs.push(nowMs)
    },
    countSince: (sinceMs: number) => passedAtMs.filter((passedAt) => passedAt > sinceMs).length,
  }
}

/** How often each place in the line was used in this process, for registration and for login. */
function usesByEntrance() {
  const entrances: Record<LineEntrance, ReturnType<typeof placeUses>> = {
    registrationInLine: placeUses(),
    loginInLine: placeUses(),
  }
  return {
    ...entrances,
    isSpentAnywhere: (place: Place) =>
      entrances.loginInLine.isSpent(place) || entrances.registrationInLine.isSpent(place),
  }
}

/** Counts people whose turn in the line had come and who were turned away: more were admitted than fit. */
function turnedAwayCounter() {
  const places = placeUses()
  let count = 0
  return {
    /** One place counts at most thirty times. Otherwise one caller who repeats calls could stop the line. */
    add(place: Place) {
      if (places.isSpent(place)) return
      places.use(place)
      count++
    },
    /** How many people were turned away since the last call of `take`. */
    take() {
      const takenCount = count
      count = 0
      return takenCount
    },
  }
}

/**
 * The waiting line as this process knows it. All processes share the mark, up to which people may enter. This
 * process also stores its issued tickets per second, and the tickets used here. It stores nothing about a
 * person: the ticket holds the place.
 */
export class Line {
  readonly #secrets: Secrets
  readonly #tickets = ticketCounts()
  readonly #mark = movingMark(this.#tickets)
  readonly #uses = usesByEntrance()
  readonly #passes = recentPasses()
  readonly #turnedAway = turnedAwayCounter()
  readonly #answers = answerTime()

  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }

  /** `set` takes over a mark, up to which people may enter. `next` computes the next mark. */
  readonly set = this.#mark.set
  readonly next = this.#mark.next
  readonly mark = this.#mark.current
  readonly takeTurnedAway = this.#turnedAway.take
  /** How many ms each reply to a registration or a login takes at present. */
  readonly answerMs = this.#answers.currentMs
  /** Records how long a password hash took; `answerMs` depends on it. */
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
   * Whether a caller may register or log in now. If so, the use is counted. A caller whose place is up to the
   * mark passes. A caller without a valid ticket passes only when no one waits, and only as many as fit.
   */
  tryToPass(entrance: LineEntrance, ticket: string | undefined, nowMs: number): boolean {
    const mark = this.mark()
    if (!mark) return true
    const ticketRead = this.#read(ticket, nowMs)
    const isUsable = ticketRead?.kind === 'valid' && !this.#uses[entrance].isSpent(ticketRead.place)
    const place = isUsable ? ticketRead.place : undefined
    const mayPass = place === undefined ? this.#hasSpareRoom(nowMs) : place <= mark.untilMs
    if (mayPass) this.#passes.add(nowMs)
    if (mayPass && place !== undefined) this.#uses[entrance].use(place)
    return mayPass
  }

  /** Whether the ticket's turn has come, and the ticket is used up neither for registration nor for login. */
  hasTurn(ticket: string, nowMs: number): boolean {
    const mark = this.mark()
    if (!mark) return false
    const ticketRead = readTicket(this.#secrets, ticket, nowMs)
    if (ticketRead.kind !== 'valid') return false
    return ticketRead.place <= mark.untilMs && !this.#uses.isSpentAnywhere(ticketRead.place)
  }

  countTurnedAway(ticket: string, nowMs: number) {
    const ticketRead = readTicket(this.#secrets, ticket, nowMs)
    if (ticketRead.kind === 'valid') this.#turnedAway.add(ticketRead.place)
  }

  /** Uses a ticket up after success: another person who gets this ticket must wait in the line. */
  spend(entrance: LineEntrance, ticket: string, nowMs: number) {
    const ticketRead = readTicket(this.#secrets, ticket, nowMs)
    if (this.mark() && ticketRead.kind === 'valid') this.#uses[entrance].spend(ticketRead.place)
  }

  /**
   * The place of a caller who was not admitted: the one in a valid ticket, or else a new one. `problem` says
   * what was wrong with the ticket. A caller who only views the line names no entrance. Then the uses at the
   * login count, because a place is used there last.
   */
  keepOrTakePlace(
    ticket: string | undefined,
    nowMs: number,
    entrance: LineEntrance = 'loginInLine',
  ): { place: PlaceInLine; problem?: PlaceProblem } {
    const ticketRead = this.#read(ticket, nowMs)
    const hasPlace = ticketRead?.kind === 'valid'
    if (hasPlace && !this.#uses[entrance].isSpent(ticketRead.place))
      return { place: this.#presentPlace(ticketRead.place) }
    const problem = hasPlace ? 'spent' : ticketRead?.kind
    this.#tickets.countTicket(nowMs)
    return { place: this.#presentPlace(newPlace(nowMs)), ...(problem ? { problem } : {}) }
  }

  /** Reads the caller's ticket, if there is one. */
  #read(ticket: string | undefined, nowMs: number) {
    return ticket === undefined ? undefined : readTicket(this.#secrets, ticket, nowMs)
  }
  #exactWaitingCount(nowMs: number): number {
    const mark = this.mark()
    // Places are times. A new place may lie up to a second after now: its part below a second is random.
    return mark ? this.#tickets.countBetween(mark.untilMs, nowMs + 1_000) : 0
  }
  /** Whether a caller without a ticket may enter: no one waits and few passed in this second. */
  #hasSpareRoom(nowMs: number): boolean {
    return this.isEmpty(nowMs) && this.#passes.countSince(nowMs - 1_000) < this.#mark.ownRatePerSecond()
  }
  #waitSecondsOf(place: Place): number {
    const mark = this.mark()
    if (!mark) return 0
    const peopleAhead = this.#tickets.countBetween(mark.untilMs, place)
    // If other processes issued the tickets ahead, no one is counted here. The mark's pace gives the wait.
    if (peopleAhead < 1) return waitSeconds(place, { until: mark.untilMs, pace: mark.pace })
    return Math.ceil(peopleAhead / Math.max(LEAST_RATE_PER_SECOND, this.#mark.measuredRatePerSecond()))
  }
  #presentPlace(place: Place): PlaceInLine {
    const mark = this.mark()
    // Without a line, the mark is set to the caller's own place: their turn has come.
    return {
      ticket: signPlace(this.#secrets, place),
      arrived_at: new Date(place).toISOString(),
      until: new Date(mark?.untilMs ?? place).toISOString(),
      pace: mark?.pace ?? 1,
      wait_seconds: this.#waitSecondsOf(place),
    }
  }
}
