import { LINE } from '#contract/line/line.ts'
import type { Place } from './ticket.ts'

// People in the line are ordered by arrival. The mark is a time: people who arrived before it may enter.

/** The mark of the line: people who arrived up to `untilMs` may enter, `ratePerSecond` of them a second. */
export type Mark = { untilMs: number; ratePerSecond: number }

/** The least and most logins and registrations together that the line may admit in one second. */
const RATE_LIMITS = { min: 1, max: 5_000 }
/** When calls wait longer than this for a slot, the line admits too many people. */
const BUSY_QUEUE_MS = 40
/** The line's rate may grow only while calls wait less than this for a slot. */
const CALM_QUEUE_MS = 20

/**
 * How long a cut of the rate needs to show its effect. Waiting people ask every ten seconds whether their
 * turn has come; two seconds are a margin.
 */
const SETTLE_MS = LINE.refreshMs + 2_000
/**
 * The factors by which a cut multiplies the rate. The smaller one is for when more than half of the admitted
 * people were turned away.
 */
const CUT = { usual: 0.9, whenMostWereTurnedAway: 0.5 }
/** How the rate grows in one second: times a factor (1.02 doubles it in half a minute), plus `atLeast`. */
const GROWTH = { beforeFirstCut: 1.02, afterFirstCut: 1.01, atLeast: 0.1 }

/**
 * The load that decides the rate. `turnedAway` counts only people whose turn had come: other refused visitors
 * say nothing about the rate.
 */
type LineLoad = { queueMs: number; turnedAway: number }

/**
 * The line's rate and its last cut (`cutAtMs`, if any). People are added to `turnedAwaySinceCut` only while
 * that cut settles.
 */
export type RateHistory = { ratePerSecond: number; cutAtMs?: number | undefined; turnedAwaySinceCut?: number }

/**
 * The line's rate after one more second. It grows quickly until its first cut, then slowly. It is cut at most
 * once in SETTLE_MS. With a cut each second, the rate would be next to nothing before the first cut shows its
 * effect. The waits shown to people would then be wrong.
 */
export function nextRate(
  { ratePerSecond, cutAtMs, turnedAwaySinceCut = 0 }: RateHistory,
  load: LineLoad,
  lineIsEmpty: boolean,
  nowMs: number,
): RateHistory {
  const turnedAway = turnedAwaySinceCut + load.turnedAway
  // If the clock was set back, `nowMs` is before the cut. Then no cut is settling.
  const isSettling = cutAtMs !== undefined && nowMs >= cutAtMs && nowMs - cutAtMs < SETTLE_MS
  if (isSettling) return { ratePerSecond, cutAtMs, turnedAwaySinceCut: turnedAway }
  if (load.turnedAway > 0 || load.queueMs > BUSY_QUEUE_MS) {
    const admittedWhileSettling = (ratePerSecond * SETTLE_MS) / 1_000
    const factor = turnedAway > admittedWhileSettling / 2 ? CUT.whenMostWereTurnedAway : CUT.usual
    return { ratePerSecond: Math.max(RATE_LIMITS.min, ratePerSecond * factor), cutAtMs: nowMs }
  }
  if (load.queueMs >= CALM_QUEUE_MS || lineIsEmpty) return { ratePerSecond, cutAtMs }
  const factor = cutAtMs === undefined ? GROWTH.beforeFirstCut : GROWTH.afterFirstCut
  return { ratePerSecond: Math.min(RATE_LIMITS.max, ratePerSecond * factor + GROWTH.atLeast), cutAtMs }
}

const secondOf = (timeMs: number) => Math.floor(timeMs / 1000)

/**
 * How many tickets of the line this process issued in each second of the last two hours. Nothing else is
 * stored of the people who wait, however many they are. A ticket is valid for two hours. After that, the
 * number of its second is overwritten.
 */
export function ticketCounts() {
  const seconds = LINE.ticketValidMs / 1000
  const counts = new Uint32Array(seconds)
  let newestSecond = -Infinity
  const advanceTo = (second: number) => {
    // If the clock goes back by over a minute, old counts are deleted, or they would count a second time
    // later.
    if (second < newestSecond - 60) {
      counts.fill(0)
      newestSecond = second
    }
    // The entries of the new seconds may still have the numbers of two hours ago, so they are set to 0.
    for (let index = Math.max(newestSecond + 1, second - seconds + 1); index <= second; index++)
      counts[index % seconds] = 0
    newestSecond = Math.max(newestSecond, second)
  }
  // A second later than the newest one, or at least two hours before it, has no entry.
  const countInSecond = (second: number) =>
    second > newestSecond || second <= newestSecond - seconds ? 0 : (counts[second % seconds] ?? 0)
  return {
    countTicket(nowMs: number) {
      advanceTo(secondOf(nowMs))
      const index = secondOf(nowMs) % seconds
      counts[index] = (counts[index] ?? 0) + 1
    },
    countInSecond,
    /**
     * About how many tickets have places between the mark and this place. Of the first and the last second,
     * only a part counts.
     */
    countBetween(markMs: number, place: Place) {
      const lastSecond = Math.min(secondOf(place), newestSecond)
      // Two parts do not count: that of the first second before the mark, and that of the last second after
      // the place.
      const shareBeforeMark = (markMs % 1000) / 1000
      const shareAfterPlace = 1 - (place % 1000) / 1000
      let sum = -countInSecond(secondOf(markMs)) * shareBeforeMark
      for (let second = secondOf(markMs); second <= lastSecond; second++) sum += countInSecond(second)
      if (lastSecond === secondOf(place)) sum -= countInSecond(lastSecond) * shareAfterPlace
      return Math.max(0, sum)
    },
  }
}
export type TicketCounts = ReturnType<typeof ticketCounts>

/** Moves the mark past the next `people` in the line, but never beyond the present. Returns it in ms. */
export function moveMark(
  untilMs: number,
  people: number,
  { countInSecond }: Pick<TicketCounts, 'countInSecond'>,
  nowMs: number,
): number {
  // A mark far ahead of the clock is set back. Otherwise everyone could enter until the clock caught up.
  const startMs = untilMs > nowMs + LINE.maxClockSkewMs ? nowMs : untilMs
  let markMs = Math.max(startMs, nowMs - LINE.ticketValidMs)
  let remainingPeople = people
  while (markMs < nowMs) {
    const second = secondOf(markMs)
    const endOfSecondMs = Math.min(nowMs, (second + 1) * 1000)
    // The tickets of a second count as if they were spread evenly over it.
    const ticketsPerMs = countInSecond(second) / 1000
    const ticketsInStep = ticketsPerMs * (endOfSecondMs - markMs)
    if (ticketsInStep > remainingPeople) return markMs + remainingPeople / ticketsPerMs
    remainingPeople -= ticketsInStep
    markMs = endOfSecondMs
  }
  // A mark that is slightly ahead of this machine's clock does not move back.
  return Math.max(startMs, nowMs)
}

/** The least pace of the mark, which may stop for a while. So a wait computed from it is never infinite. */
const LEAST_PACE = 0.001

/**
 * Records each mark and returns its speed in the last minute, or since the line started. `pace` is in seconds
 * of arrival time per second, `perSecond` in people. Stores one mark a second, 61 at most.
 */
export function speedOfLastMinute() {
  const entries: { recordedAtMs: number; mark: Mark }[] = []
  return (nowMs: number, mark: Mark) => {
    entries.push({ recordedAtMs: nowMs, mark })
    while (entries.length > 61 || nowMs - (entries[0]?.recordedAtMs ?? nowMs) > 60_000) entries.shift()
    const oldestEntry = entries[0] ?? { recordedAtMs: nowMs, mark }
    const elapsedMs = nowMs - oldestEntry.recordedAtMs
    const perSecond = entries.reduce((sum, entry) => sum + entry.mark.ratePerSecond, 0) / entries.length
    // So short a time gives no reliable pace. A pace of 1 means that the mark moves as fast as the clock.
    if (elapsedMs < 1_000) return { pace: 1, perSecond }
    return { pace: Math.max(LEAST_PACE, (mark.untilMs - oldestEntry.mark.untilMs) / elapsedMs), perSecond }
  }
}
