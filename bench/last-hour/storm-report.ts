import type { CallResult } from './ask.ts'
import { KINDS, type Kind } from './calls.ts'
import { percentile } from './goals.ts'

// What the load generator reports about a storm of calls.

/** The course of one submit. Times are in ms since 1970. */
type SubmitStory = {
  submitNumber: number
  pressedAt: number
  /** The first answer to the submit: its delay and its status. */
  firstMs: number
  firstStatus: number
  ticketed: boolean
  receivedAt: string | undefined
  tries: number
  /** The status of the submit's final answer. 0: the time was over before any final answer. */
  finalStatus: number
  endedAt: number
  reference: string | undefined
}
export type Report = {
  seconds: number
  /** When the last new call started, in ms since 1970. After this time, clients only retry. */
  lastStartAt: number
  /** How many ms late calls started, because the generator's process was busy. */
  lag: { p50: number; p99: number; most: number }
  /** Calls that started. */
  offered: Record<Kind, number>
  answered: Record<Kind, number>
  shed: Record<Kind, number>
  /** The number of callers that left before they got an answer. */
  left: Record<Kind, number>
  timedOut: Record<Kind, number>
  /** Sorted durations of calls that the portal admitted, and of calls that it shed under overload. */
  admittedMs: number[]
  shedMs: number[]
  retries: number
  /** The number of answers by kind of call and status, as `page 200`. Status 0: no answer. */
  statuses: Record<string, number>
  submits: SubmitStory[]
}

/** A count of 0 for each kind of call. */
export const zeros = () => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
const SHED_STATUSES = new Set([429, 503])

export const emptyReport = (seconds: number): Report => ({
  seconds,
  lastStartAt: 0,
  lag: { p50: 0, p99: 0, most: 0 },
  offered: zeros(),
  answered: zeros(),
  shed: zeros(),
  left: zeros(),
  timedOut: zeros(),
  admittedMs: [],
  shedMs: [],
  retries: 0,
  statuses: {},
  submits: [],
})

/** Counts the result of a call. */
export function countResult(report: Report, kind: Kind, { status, ms, timedOut }: CallResult): void {
  const key = `${kind} ${status}`
  report.statuses[key] = (report.statuses[key] ?? 0) + 1
  if (timedOut) report.timedOut[kind]++
  if (status === 0) return
  if (SHED_STATUSES.has(status)) {
    report.shed[kind]++
    report.shedMs.push(ms)
  } else {
    report.answered[kind]++
    report.admittedMs.push(ms)
  }
}

/** The course of a submit that starts now. */
export const newStory = (submitNumber: number): SubmitStory => ({
  submitNumber,
  pressedAt: Date.now(),
  firstMs: 0,
  firstStatus: 0,
  ticketed: false,
  receivedAt: undefined,
  tries: 0,
  finalStatus: 0,
  endedAt: 0,
  reference: undefined,
})

/** Sets how late calls started, and sorts the durations. */
export function finishReport(report: Report, lags: number[]): void {
  lags.sort((left, right) => left - right)
  report.lag = {
    p50: percentile(lags, 0.5),
    p99: percentile(lags, 0.99),
    most: lags.at(-1) ?? 0,
  }
  report.admittedMs.sort((left, right) => left - right)
  report.shedMs.sort((left, right) => left - right)
}
