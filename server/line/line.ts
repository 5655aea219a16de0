import { type LineMark, type PlaceProblem, type PlaceInLine, waitSeconds } from '#contract/line/line.ts'
import type { Secrets } from '../secrets.ts'
import { arrivals, lastMinute, type Mark, moveOn, nextRate, type Rate } from './mark.ts'
import { answerTime } from './answer-time.ts'
import { lineTicket, placeFor, readLineTicket } from './ticket.ts'
import { usedTickets } from './used-tickets.ts'

/**
 * The entrances behind the line. One place opens each of them: a person who registered in their turn also
 * logs in with it.
 */
export type LineEntrance = 'registrationInLine' | 'loginInLine'

const START_RATE = 20
/** A longer pause of the mover is not made up for: a crowd would come at once. */
const LONGEST_STEP_MS = 5_000

/**
 * The line as this process knows it: the mark, which all processes share, how many tickets this one issued in
 * each second, and which were used here. Nothing about a person is stored; a place is in the ticket.
 */
export function openLine(secrets: Secrets) {
  const recentArrivals = arrivals()
  const away = usedTickets()
  const used = { registrationInLine: usedTickets(), loginInLine: usedTickets() }
  const answers = answerTime()
  let minute = lastMinute()
  let passes: number[] = []
  let mark: (Mark & { pace: number }) | undefined
  let perSecond = START_RATE
  let nodes = 1
  let moved: Omit<Rate, 'rate'> = {}
  let turnedAway = 0

  const isEmpty = (now: number) => mark === undefined || recentArrivals.ahead(mark.until, now + 1_000) < 1
  const passedSince = (since: number) => passes.filter((position) => position > since).length
  const pass = (now: number) => {
    // Holds at most the passes of a minute at the highest rate; older ones are dropped first.
    if (passes.length > 100_000 || (passes[0] ?? now) < now - 60_000)
      passes = passes.filter((position) => position > now - 60_000).slice(-50_000)
    passes.push(now)
  }
  const waitOf = (place: number) => {
    if (!mark) return 0
    const ahead = recentArrivals.ahead(mark.until, place)
    // By those ahead of the place, when this process issued their tickets; else by the pace that everyone is
    // shown.
    return ahead >= 1 ? Math.ceil(ahead / Math.max(0.01, perSecond / nodes)) : waitSeconds(place, mark)
  }
  const placeAt = (place: number): PlaceInLine => ({
    ticket: lineTicket(secrets, place),
    arrived_at: new Date(place).toISOString(),
    until: new Date(mark?.until ?? place).toISOString(),
    pace: mark?.pace ?? 1,
    wait_seconds: waitOf(place),
  })

  return {
    /** Sets the mark from the row, or as this process moved it. */
    set(next: Mark | undefined, nodesNow: number, now: number) {
      if (!next || !mark) {
        minute = lastMinute()
        moved = {}
      }
      nodes = Math.max(1, nodesNow)
      const estimate = next && minute(now, next)
      perSecond = estimate?.perSecond ?? START_RATE
      mark = next && { ...next, pace: estimate?.pace ?? 1 }
    },
    /**
     * The mark after some time. Without the row, this process admits its share; as the mover, it moves the
     * mark by its own share of the tickets.
     */
    next(
      now: number,
      elapsedMs: number,
      load: { queueMs: number; turnedAway: number },
      wasEmpty: boolean,
    ): Mark {
      if (!mark) return { until: now, rate: START_RATE }
      const { rate, ...rest } = nextRate({ rate: mark.rate, ...moved }, load, wasEmpty, now)
      moved = rest
      const people = (rate / nodes) * (Math.min(elapsedMs, LONGEST_STEP_MS) / 1_000)
      return { until: moveOn(mark.until, people, recentArrivals, now), rate }
    },
    mark: () => mark,
    isEmpty,
    /**
     * A place at or below the mark passes. Without a valid ticket a caller passes only when no one waits, and
     * only as many as fit.
     */
    lets(door: LineEntrance, ticket: string | undefined, now: number): boolean {
      if (!mark) return true
      const read = ticket === undefined ? undefined : readLineTicket(secrets, ticket, now)
      const place = read?.kind === 'true' && !used[door].isSpent(read.place) ? read.place : undefined
      const mayPass =
        place !== undefined
          ? place <= mark.until
          : isEmpty(now) && passedSince(now - 1_000) < mark.rate / nodes
      if (mayPass) pass(now)
      if (mayPass && place !== undefined) used[door].use(place)
      return mayPass
    },
    /** Whether the ticket's turn has come and the ticket is not used up. */
    hasTurn(ticket: string, now: number): boolean {
      if (!mark) return false
      const read = readLineTicket(secrets, ticket, now)
      const isSpent = (place: number) =>
        used.loginInLine.isSpent(place) || used.registrationInLine.isSpent(place)
      return read.kind === 'true' && read.place <= mark.until && !isSpent(read.place)
    },
    /**
     * Counts someone whose turn had come and who was turned away: more were admitted than fit. One place
     * counts at most thirty times, or one caller without pause could stop the line.
     */
    turnAway(ticket: string, now: number) {
      const read = readLineTicket(secrets, ticket, now)
      if (read.kind !== 'true' || away.isSpent(read.place)) return
      away.use(read.place)
      turnedAway++
    },
    /** How many were counted since the last call. */
    takeTurnedAway() {
      const count = turnedAway
      turnedAway = 0
      return count
    },
    /** Uses a ticket up after success: anyone who is handed it waits in the line like everyone. */
    spend(door: LineEntrance, ticket: string, now: number) {
      const read = readLineTicket(secrets, ticket, now)
      if (mark && read.kind === 'true') used[door].spend(read.place)
    },
    /**
     * The place of a caller who was not let in: that of a valid ticket, else a new one, and what was wrong
     * with the ticket.
     */
    stand(
      ticket: string | undefined,
      now: number,
      door: LineEntrance = 'loginInLine',
    ): { place: PlaceInLine; fault?: PlaceProblem } {
      const read = ticket === undefined ? undefined : readLineTicket(secrets, ticket, now)
      const fault =
        read?.kind === 'true' ? (used[door].isSpent(read.place) ? 'spent' : undefined) : read?.kind
      if (read?.kind === 'true' && !fault) return { place: placeAt(read.place) }
      recentArrivals.count(now)
      return { place: placeAt(placeFor(now)), ...(fault ? { fault } : {}) }
    },
    /** How long its replies take, and a report of how long a hash took. */
    answerMs: answers.ms,
    hashed: answers.hashed,
    waiting: (now: number) => (mark ? Math.round(recentArrivals.ahead(mark.until, now + 1_000)) : 0),
    passed: (now: number) => passedSince(now - 60_000),
    told: (): LineMark =>
      mark
        ? { until: new Date(mark.until).toISOString(), pace: Math.round(mark.pace * 1_000) / 1_000 }
        : null,
  }
}
export type Line = ReturnType<typeof openLine>
