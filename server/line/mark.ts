import { LINE } from '#contract/line/line.ts'
import type { Place } from './ticket.ts'

// The line is ordered by the time of arrival. The mark is a time: anyone who arrived before it may pass.

/** The mark of the line: every place up to `untilMs` passes. It moves so that `ratePerSecond` people pass. */
export type Mark = { untilMs: number; ratePerSecond: number }

/** How many logins and registrations a second the line may admit. */
const RATE_LIMITS = { min: 1, max: 5_000 }
/** With a longer wait for a slot than this, the line admits more people than fit. */
const BUSY_QUEUE_MS = 40
/** Only with a shorter wait than this may the rate grow. */
const CALM_QUEUE_MS = 20

/**
 * Waiting people ask every ten seconds whether their turn has come. So a cut of the rate shows its effect
 * only after this time, which has a margin of two seconds.
 */
const SETTLE_MS = LINE.refreshMs + 2_000
const CUT = { usual: 0.9, whenMostWereTurnedAway: 0.5 }
/** Growth in one second: by a factor (1.02 doubles the rate in half a minute), and by `atLeast` more. */
const GROWTH = { beforeFirstCut: 1.02, afterFirstCut: 1.01, atLeast: 0.1 }

/**
 * `turnedAway` counts only people whose turn had come: newcomers who are turned away say nothing about the
 * rate.
 */
type LineLoad = { queueMs: number; turnedAway: number }

/** `cutAtMs`: undefined before the first cut. `turnedAwaySinceCut` is counted only while that cut settles. */
export type RateHistory = { ratePerSecond: number; cutAtMs?: number | undefined; turnedAwaySinceCut?: number }

/**
 * The rate after one more second. It grows quickly until it is too high for the first time, then slowly. It
 * is cut at most once in SETTLE_MS. With a cut each second it would be next to nothing when the first cut
 * shows its effect. Then the waits shown so far would be wrong.
 */
export function nextRate(
  { ratePerSecond, cutAtMs, turnedAwaySinceCut = 0 }: RateHistory,
  load: LineLoad,
  lineIsEmpty: boolean,
  nowMs: number,
): RateHistory {
  const turnedAway = turnedAwaySinceCut + load.turnedAway
  // `nowMs` is before the cut when the clock was set back: then nothing settles.
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
 * How many tickets this process issued in each second of the last two hours. Nothing else is stored of the
 * people who wait, however many they are. After two hours the tickets of a second are not valid any more, so
 * its number is overwritten.
 */
export function ticketCounts() {
  const seconds = LINE.ticketValidMs / 1000
  const counts = new Uint32Array(seconds)
  let newestSecond = -Infinity
  const advanceTo = (second: number) => {
    // The clock went back by more than a minute: the old counts would be counted again when their time
    // returns.
    if (second < newestSecond - 60) {
      counts.fill(0)
      newestSecond = second
    }
    for (let index = Math.max(newestSecond + 1, second - seconds + 1); index <= second; index++)
      counts[index % seconds] = 0
    newestSecond = Math.max(newestSecond, second)
  }
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
     * About how many tickets are after the mark and before a place. The first and the last second count only
     * in part.
     */
    countBetween(markMs: number, place: Place) {
      const lastSecond = Math.min(secondOf(place), newestSecond)
      // Not counted: the part of the first second before the mark, and of the last second after the place.
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

/**
 * Moves the mark past the places of the next `people`, but never beyond the present. Returns the new mark in
 * ms.
 */
export function moveMark(
  untilMs: number,
  people: number,
  { countInSecond }: Pick<TicketCounts, 'countInSecond'>,
  nowMs: number,
): number {
  // A mark ahead of the clock would let everyone pass until the clock caught up.
  const startMs = untilMs > nowMs + LINE.maxClockSkewMs ? nowMs : untilMs
  let markMs = Math.max(startMs, nowMs - LINE.ticketValidMs)
  let remainingPeople = people
  while (markMs < nowMs) {
    const second = secondOf(markMs)
    const endOfSecondMs = Math.min(nowMs, (second + 1) * 1000)
    const ticketsPerMs = countInSecond(second) / 1000
    const ticketsInStep = ticketsPerMs * (endOfSecondMs - markMs)
    if (ticketsInStep > remainingPeople) return markMs + remainingPeople / ticketsPerMs
    remainingPeople -= ticketsInStep
    markMs = endOfSecondMs
  }
  // A mark that is a little ahead of this machine's clock stays there.
  return Math.max(startMs, nowMs)
}

/** A mark may stop for a while. This lowest pace keeps the waits computed from it finite. */
const LEAST_PACE = 0.001

/**
 * Records each mark and returns how fast it moved in the last minute, or since the line started. `pace` is in
 * seconds of arrival time per second, `perSecond` in people. Holds one entry a second, 61 at most.
 */
export function speedOfLastMinute() {
  const entries: { recordedAtMs: number; mark: Mark }[] = []
  return (nowMs: number, mark: Mark) => {
    entries.push({ recordedAtMs: nowMs, mark })
    while (entries.length > 61 || nowMs - (entries[0]?.recordedAtMs ?? nowMs) > 60_000) entries.shift()
    const oldestEntry = entries[0] ?? { recordedAtMs: nowMs, mark }
    const elapsedMs = nowMs - oldestEntry.recordedAtMs
    const perSecond = entries.reduce((sum, entry) => sum + entry.mark.ratePerSecond, 0) / entries.length
    if (elapsedMs < 1_000) return { pace: 1, perSecond }
    return { pace: Math.max(LEAST_PACE, (mark.untilMs - oldestEntry.mark.untilMs) / elapsedMs), perSecond }
  }
}
