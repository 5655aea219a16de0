import {
  type Mark,
  moveMark,
  nextRate,
  speedOfLastMinute,
  type RateHistory,
  type TicketCounts,
} from './mark.ts'

const START_RATE_PER_SECOND = 20
/** The limit of one move. More would admit a whole crowd at once after the process had paused. */
const LONGEST_STEP_MS = 5_000

/** `pace`: seconds of arrival time that pass the mark in one second. Waiting people are shown it. */
export type ShownMark = Mark & { pace: number }

/** The mark of the line as this process knows it, and how fast it moves. There is none without a line. */
export function movingMark(tickets: TicketCounts) {
  let measurePace = speedOfLastMinute()
  let mark: ShownMark | undefined
  /** By all processes together. */
  let admittedPerSecond = START_RATE_PER_SECOND
  let processCount = 1
  let lastCut: Omit<RateHistory, 'ratePerSecond'> = {}

  return {
    current: () => mark,
    /** How many people this process admits in one second: its share of the rate of all processes. */
    ownRatePerSecond: () => (mark ? mark.ratePerSecond / processCount : 0),
    /** The same, as the last minute measured it. */
    measuredRatePerSecond: () => admittedPerSecond / processCount,
    /** Adopts the mark of the database row, or the mark that this process moved. */
    set(newMark: Mark | undefined, currentProcessCount: number, nowMs: number) {
      // The line starts or ends, so nothing measured before counts.
      if (!newMark || !mark) {
        measurePace = speedOfLastMinute()
        lastCut = {}
      }
      processCount = Math.max(1, currentProcessCount)
      const measuredSpeed = newMark && measurePace(nowMs, newMark)
      admittedPerSecond = measuredSpeed?.perSecond ?? START_RATE_PER_SECOND
      mark = newMark && { ...newMark, pace: measuredSpeed?.pace ?? 1 }
    },
    /**
     * The mark after some time. This process counts only its own tickets, so it moves the mark by its own
     * share of the people.
     */
    next(
      nowMs: number,
      elapsedMs: number,
      load: { queueMs: number; turnedAway: number },
      wasEmpty: boolean,
    ): Mark {
      if (!mark) return { untilMs: nowMs, ratePerSecond: START_RATE_PER_SECOND }
      const history = { ratePerSecond: mark.ratePerSecond, ...lastCut }
      const { ratePerSecond, ...cut } = nextRate(history, load, wasEmpty, nowMs)
      lastCut = cut
      const people = (ratePerSecond / processCount) * (Math.min(elapsedMs, LONGEST_STEP_MS) / 1_000)
      return { untilMs: moveMark(mark.untilMs, people, tickets, nowMs), ratePerSecond }
    },
  }
}
