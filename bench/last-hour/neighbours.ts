import { setTimeout as wait } from 'node:timers/promises'
import { openCaller, type CallResult } from './ask.ts'
import { callOf, type World } from './calls.ts'
import { runTask } from './generate.ts'
import { ascending, percentile } from './goals.ts'

/**
 * People in one network, an IPv4 /24. Each second, `perSecond` submits and as many logins start. Some
 * addresses of the network meanwhile guess passwords.
 */
export type NeighboursTask = {
  world: World
  perSecond: number
  seconds: number
  /** How many addresses guess passwords, and how many guesses each makes in a second. */
  guessers: number
  guessesPerSecond: number
  /** The number of the first submit. It is also the number of its person. */
  firstSubmit: number
  /** After the last call has started, people retry for this long. */
  patienceS: number
}
/** The number of answers by status and error code, as `200` or `503 busy`. */
export type Answers = Record<string, number>
export type NeighboursReport = {
  /** How late calls started, in ms after their planned time. */
  lag: { p99: number; most: number }
  submits: {
    offered: number
    firsts: Answers
    all: Answers
    references: number
    ticketed: number
    endedMs: number[]
  }
  logins: {
    offered: number
    firsts: Answers
    all: Answers
    loggedIn: number
    inLine: number
    endedMs: number[]
  }
  guesses: Answers
  timedOut: number
  /** The number of 503 answers without the header `Retry-After`. */
  withoutRetryAfter: number
}
type Body = { code?: string; ticket?: string; reference_number?: string }

const ADDRESSES = 254
/** The guesses are for passwords of the last accounts. The other accounts log in honestly. */
const GUESSED = 500
/** The wait before a retry when an answer has no `Retry-After`. */
const DEFAULT_RETRY_S = 2

/**
 * Plays the neighbours, and returns the answers that they got.
 * Long: its functions share the report, the addresses of the network and the time to give up.
 */
async function sendNeighbours({
  world,
  perSecond,
  seconds,
  guessers,
  guessesPerSecond,
  firstSubmit,
  patienceS,
}: NeighboursTask): Promise<NeighboursReport> {
  const { ask, close } = openCaller(world)
  const report: NeighboursReport = {
    lag: { p99: 0, most: 0 },
    submits: { offered: 0, firsts: {}, all: {}, references: 0, ticketed: 0, endedMs: [] },
    logins: { offered: 0, firsts: {}, all: {}, loggedIn: 0, inLine: 0, endedMs: [] },
    guesses: {},
    timedOut: 0,
    withoutRetryAfter: 0,
  }
  const startedAt = performance.now()
  const givesUpAt = startedAt + (seconds + patienceS) * 1_000
  const lags: number[] = []
  const networkHeader = (host: number) => ({ 'x-forwarded-for': `10.20.30.${host}` })
  // The first addresses of the network guess passwords; all others are honest.
  const honestHeader = (callNumber: number) =>
    networkHeader(1 + guessers + (callNumber % (ADDRESSES - guessers)))

  const countResult = (result: CallResult, ...counts: Answers[]): Body => {
    const body = (result.body ? JSON.parse(result.body) : {}) as Body
    const key = result.status === 200 ? '200' : `${result.status}${body.code ? ` ${body.code}` : ''}`
    for (const count of counts) count[key] = (count[key] ?? 0) + 1
    if (result.timedOut) report.timedOut++
    if (result.status === 503 && result.retryAfterS === undefined) report.withoutRetryAfter++
    return body
  }
  /**
   * Repeats a call until its answer is final. Returns the duration in ms, or undefined if the time was over
   * before.
   */
  const retryUntilFinal = async (
    counts: { firsts: Answers; all: Answers },
    callOnce: () => Promise<CallResult>,
    isFinal: (result: CallResult, body: Body) => boolean,
  ) => {
    const pressedAt = performance.now()
    for (let tries = 1; performance.now() < givesUpAt; tries++) {
      const result = await callOnce()
      const body = countResult(result, counts.all, ...(tries === 1 ? [counts.firsts] : []))
      if (isFinal(result, body)) return performance.now() - pressedAt
      const remainingMs = Math.max(0, givesUpAt - performance.now())
      await wait(Math.min((result.retryAfterS ?? DEFAULT_RETRY_S) * 1_000, remainingMs))
    }
    return undefined
  }
  const submit = async (callNumber: number) => {
    const { submits } = report
    submits.offered++
    const call = callOf(world, 'submit', callNumber)
    let ticket: string | undefined
    const ms = await retryUntilFinal(
      submits,
      () =>
        ask(call, {
          headers: { ...honestHeader(callNumber), ...(ticket ? { 'submit-ticket': ticket } : {}) },
        }),
      ({ status }, body) => {
        if (body.ticket && !ticket) submits.ticketed++
        ticket ??= body.ticket
        if (status === 200 && body.reference_number) submits.references++
        // Retry after 401 and 429, which pass with time. Any other refusal would be the same at each try.
        return status === 200 || (status >= 400 && status < 500 && ![401, 429].includes(status))
      },
    )
    if (ms !== undefined) submits.endedMs.push(ms)
  }
  const login = async (callNumber: number) => {
    const { logins } = report
    logins.offered++
    const call = {
      ...callOf(world, 'login', callNumber % (world.accounts - GUESSED)),
      keepsBody: true as const,
    }
    const ms = await retryUntilFinal(
      logins,
      () => ask(call, { headers: honestHeader(callNumber) }),
      ({ status }, { code }) => {
        if (status === 200) logins.loggedIn++
        if (code === 'line') logins.inLine++
        // A place in the line is a final answer too: this bench does not wait for its turn.
        return status !== 0 && (status !== 503 || code === 'line')
      },
    )
    if (ms !== undefined) logins.endedMs.push(ms)
  }
  const guess = async (callNumber: number) => {
    const call = {
      ...callOf(
        { ...world, password: 'Wrong-horse-7-battery' },
        'login',
        world.accounts - GUESSED + (callNumber % GUESSED),
      ),
      keepsBody: true as const,
    }
    countResult(await ask(call, { headers: networkHeader(1 + (callNumber % guessers)) }), report.guesses)
  }

  const startedCalls: Promise<void>[] = []
  const streams = [
    { rate: perSecond, send: (callNumber: number) => submit(firstSubmit + callNumber) },
    { rate: perSecond, send: login },
    { rate: guessers * guessesPerSecond, send: guess },
  ].map((stream) => ({ ...stream, sent: 0 }))
  const isOver = () => streams.every(({ rate, sent }) => sent >= rate * seconds)
  while (!isOver()) {
    const now = performance.now() - startedAt
    for (const stream of streams) {
      const due = Math.min(stream.rate * seconds, Math.floor((now / 1_000) * stream.rate))
      for (; stream.sent < due; stream.sent++) {
        lags.push(performance.now() - startedAt - (stream.sent / stream.rate) * 1_000)
        startedCalls.push(stream.send(stream.sent))
      }
    }
    await wait(1)
  }
  await Promise.all(startedCalls)
  close()
  const sortedLags = ascending(lags)
  report.lag = { p99: percentile(sortedLags, 0.99), most: sortedLags.at(-1) ?? 0 }
  for (const counts of [report.submits, report.logins]) counts.endedMs = ascending(counts.endedMs)
  return report
}

if (process.argv[1] === import.meta.filename) await runTask(sendNeighbours)
