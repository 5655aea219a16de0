import { type LineMark, type PlaceProblem, type PlaceInLine, waitSeconds } from '#contract/line/endpoints.ts'
import type { Secrets } from '../secrets.ts'
import { arrivals, lastMinute, type Mark, moveOn, nextRate, type Rate } from './mark.ts'
import { answerTime } from './answer-time.ts'
import { lineTicket, placeFor, readLineTicket } from './ticket.ts'
import { usedTickets } from './used-tickets.ts'

/** What the line stands before. A place opens each of them: who registered in its turn logs in with it too. */
export type LineEntrance = 'registrationInLine' | 'loginInLine'

const START_RATE = 20
/** A longer pause of whoever moves the mark is not made up for: a crowd would come at once. */
const LONGEST_STEP_MS = 5_000

/**
 * The line as this process knows it: the mark, which all processes share, how many tickets this one gave in each second, and which were used
 * here. Nothing of any person is kept; a place is in the ticket.
 */
export function openLine(secrets: Secrets) {
  const given = arrivals()
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

  const isEmpty = (now: number) => mark === undefined || given.ahead(mark.until, now + 1_000) < 1
  const passedSince = (since: number) => passes.filter((position) => position > since).length
  const pass = (now: number) => {
    // At most the passes of a minute at the highest rate are held; older ones go first.
    if (passes.length > 100_000 || (passes[0] ?? now) < now - 60_000) passes = passes.filter((position) => position > now - 60_000).slice(-50_000)
    passes.push(now)
  }
  const waitOf = (place: number) => {
    if (!mark) return 0
    const ahead = given.ahead(mark.until, place)
    // By those ahead of the place, where this process gave their tickets; else by the pace that everyone is told.
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
    /** The mark as the row has it, or as this process moved it on. */
    set(next: Mark | undefined, nodesNow: number, now: number) {
      if (!next || !mark) {
        minute = lastMinute()
        moved = {}
      }
      nodes = Math.max(1, nodesNow)
      const told = next && minute(now, next)
      perSecond = told?.perSecond ?? START_RATE
      mark = next && { ...next, pace: told?.pace ?? 1 }
    },
    /** The mark after some time. `alone`: no row is read, so this process lets in its share; as the mover it moves by its own share of the tickets. */
    next(now: number, elapsedMs: number, load: { queueMs: number; turnedAway: number }, wasEmpty: boolean): Mark {
      if (!mark) return { until: now, rate: START_RATE }
      const { rate, ...rest } = nextRate({ rate: mark.rate, ...moved }, load, wasEmpty, now)
      moved = rest
      const people = (rate / nodes) * (Math.min(elapsedMs, LONGEST_STEP_MS) / 1_000)
      return { until: moveOn(mark.until, people, given, now), rate }
    },
    mark: () => mark,
    isEmpty,
    /** Who is at or below the mark passes; without a true ticket only where nobody waits, and no more of them than fit. */
    lets(door: LineEntrance, ticket: string | undefined, now: number): boolean {
      if (!mark) return true
      const read = ticket === undefined ? undefined : readLineTicket(secrets, ticket, now)
      const place = read?.kind === 'true' && !used[door].isSpent(read.place) ? read.place : undefined
      const mayPass = place !== undefined ? place <= mark.until : isEmpty(now) && passedSince(now - 1_000) < mark.rate / nodes
      if (mayPass) pass(now)
      if (mayPass && place !== undefined) used[door].use(place)
      return mayPass
    },
    /** Whether its turn has come, and it was not used. */
    hasTurn(ticket: string, now: number): boolean {
      if (!mark) return false
      const read = readLineTicket(secrets, ticket, now)
      const isSpent = (place: number) => used.loginInLine.isSpent(place) || used.registrationInLine.isSpent(place)
      return read.kind === 'true' && read.place <= mark.until && !isSpent(read.place)
    },
    /** Someone whose turn had come was told to come back: more were let in than fit. One place says so thirty times and no more, or one caller without pause could stop the line. */
    turnAway(ticket: string, now: number) {
      const read = readLineTicket(secrets, ticket, now)
      if (read.kind !== 'true' || away.isSpent(read.place)) return
      away.use(read.place)
      turnedAway++
    },
    /** How many were, since this was last asked. */
    takeTurnedAway() {
      const count = turnedAway
      turnedAway = 0
      return count
    },
    /** Something came of it: whoever was handed this ticket stands in the line like everyone. */
    spend(door: LineEntrance, ticket: string, now: number) {
      const read = readLineTicket(secrets, ticket, now)
      if (mark && read.kind === 'true') used[door].spend(read.place)
    },
    /** A place for whoever was not let in: the one of a true ticket, else a new one, and what was wrong with the ticket. */
    stand(ticket: string | undefined, now: number, door: LineEntrance = 'loginInLine'): { place: PlaceInLine; fault?: PlaceProblem } {
      const read = ticket === undefined ? undefined : readLineTicket(secrets, ticket, now)
      const fault = read?.kind === 'true' ? (used[door].isSpent(read.place) ? 'spent' : undefined) : read?.kind
      if (read?.kind === 'true' && !fault) return { place: placeAt(read.place) }
      given.count(now)
      return { place: placeAt(placeFor(now)), ...(fault ? { fault } : {}) }
    },
    /** How long its answers take, and how long a hash took. */
    answerMs: answers.ms,
    hashed: answers.hashed,
    waiting: (now: number) => (mark ? Math.round(given.ahead(mark.until, now + 1_000)) : 0),
    passed: (now: number) => passedSince(now - 60_000),
    told: (): LineMark => (mark ? { until: new Date(mark.until).toISOString(), pace: Math.round(mark.pace * 1_000) / 1_000 } : null),
  }
}
export type Line = ReturnType<typeof openLine>
