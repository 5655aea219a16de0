import {
  type Mark,
  moveMark,
  nextRate,
  speedOfLastMinute,
  type RateHistory,
  type TicketCounts,
} from './mark.ts'

const START_RATE_PER_SECOND = 20
/**
 * The longest time for which one move admits people. Otherwise a move after a pause would admit a crowd.
 */
const LONGEST_STEP_MS = 5_000

/** The mark that waiting people see. `pace`: by how many seconds of arrival time it moves in one second. */
type ShownMark = Mark & { pace: number }

/** The line's mark as this process knows it, with its speed. Without a line, there is no mark. */
export function movingMark(tickets: TicketCounts) {
  let measurePace = speedOfLastMinute()
  let mark: ShownMark | undefined
  /** How many people all processes together admitted in one second, measured over the last minute. */
  let admittedPerSecond = START_RATE_PER_SECOND
  let processCount = 1
  /** When the rate was last cut, if ever, and how many people were turned away while that cut settles. */
  let lastCut: Omit<RateHistory, 'ratePerSecond'> = {}

  return {
    current: () => mark,
    /** How many people this process may admit in one second: its share of the rate of all processes. */
    ownRatePerSecond: () => (mark ? mark.ratePerSecond / processCount : 0),
    /** How many people this process admitted in one second, measured over the last minute. */
    measuredRatePerSecond: () => admittedPerSecond / processCount,
    /** Takes over a mark, which comes from the database row or from this process's own move. */
    set(newMark: Mark | undefined, currentProcessCount: number, nowMs: number) {
      // When the line starts or ends, earlier measurements of the mark are dropped.
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
     * The mark after `elapsedMs`. This process knows only its own tickets. So it moves the mark by its own
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
