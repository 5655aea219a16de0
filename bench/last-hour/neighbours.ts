import { setTimeout as wait } from 'node:timers/promises'
import { caller, type Heard } from './ask.ts'
import { callOf, type World } from './calls.ts'
import { answer } from './generate.ts'
import { ascending, at } from './goals.ts'

/**
 * People of one network, an IPv4 /24: so many submits and so many logins a second, and beside them addresses
 * that guess passwords.
 */
export type NeighboursTask = {
  world: World
  perSecond: number
  seconds: number
  /** How many of the addresses guess, and how often a second each. */
  guessers: number
  guesses: number
  /** The first person who submits. */
  from: number
  /** How long after the last first try they try again. */
  patienceS: number
}
/** How often each answer was heard, as "200" or "503 busy". */
export type Answers = Record<string, number>
export type NeighboursReport = {
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
  /** Answers of 503 that did not say when to come back. */
  withoutRetryAfter: number
}
type Body = { code?: string; ticket?: string; reference_number?: string }

const ADDRESSES = 254
/** Of the accounts, the last so many are guessed at; the others log in. */
const GUESSED = 500

async function neighbours({
  world,
  perSecond,
  seconds,
  guessers,
  guesses,
  from,
  patienceS,
}: NeighboursTask): Promise<NeighboursReport> {
  const { ask, close } = caller(world)
  const report: NeighboursReport = {
    lag: { p99: 0, most: 0 },
    submits: { offered: 0, firsts: {}, all: {}, references: 0, ticketed: 0, endedMs: [] },
    logins: { offered: 0, firsts: {}, all: {}, loggedIn: 0, inLine: 0, endedMs: [] },
    guesses: {},
    timedOut: 0,
    withoutRetryAfter: 0,
  }
  const began = performance.now()
  const givesUp = began + (seconds + patienceS) * 1_000
  const lags: number[] = []
  const forwarded = (host: number) => ({ 'x-forwarded-for': `10.20.30.${host}` })
  // The first addresses are those that guess.
  const honest = (n: number) => forwarded(1 + guessers + (n % (ADDRESSES - guessers)))

  const note = (heard: Heard, ...counts: Answers[]): Body => {
    const body = (heard.body ? JSON.parse(heard.body) : {}) as Body
    const key = heard.status === 200 ? '200' : `${heard.status}${body.code ? ` ${body.code}` : ''}`
    for (const count of counts) count[key] = (count[key] ?? 0) + 1
    if (heard.timedOut) report.timedOut++
    if (heard.status === 503 && heard.retryAfter === undefined) report.withoutRetryAfter++
    return body
  }
  /** Asks until `isEnd`, as often as the answers let; tells how long that took. */
  const until = async (
    counts: { firsts: Answers; all: Answers },
    once: () => Promise<Heard>,
    isEnd: (heard: Heard, body: Body) => boolean,
  ) => {
    const pressed = performance.now()
    for (let tries = 1; performance.now() < givesUp; tries++) {
      const heard = await once()
      const body = note(heard, counts.all, ...(tries === 1 ? [counts.firsts] : []))
      if (isEnd(heard, body)) return performance.now() - pressed
      await wait(Math.min((heard.retryAfter ?? 2) * 1_000, Math.max(0, givesUp - performance.now())))
    }
    return undefined
  }
  const submit = async (n: number) => {
    const { submits } = report
    submits.offered++
    const call = callOf(world, 'submit', n)
    let ticket: string | undefined
    const ms = await until(
      submits,
      () => ask(call, { headers: { ...honest(n), ...(ticket ? { 'submit-ticket': ticket } : {}) } }),
      ({ status }, body) => {
        if (body.ticket && !ticket) submits.ticketed++
        ticket ??= body.ticket
        if (status === 200 && body.reference_number) submits.references++
        return status === 200 || (status >= 400 && status < 500 && ![401, 429].includes(status))
      },
    )
    if (ms !== undefined) submits.endedMs.push(ms)
  }
  const login = async (n: number) => {
    const { logins } = report
    logins.offered++
    const call = { ...callOf(world, 'login', n % (world.accounts - GUESSED)), heard: true as const }
    const ms = await until(
      logins,
      () => ask(call, { headers: honest(n) }),
      ({ status }, { code }) => {
        if (status === 200) logins.loggedIn++
        if (code === 'line') logins.inLine++
        return status !== 0 && (status !== 503 || code === 'line')
      },
    )
    if (ms !== undefined) logins.endedMs.push(ms)
  }
  const guess = async (n: number) => {
    const call = {
      ...callOf(
        { ...world, password: 'Wrong-horse-7-battery' },
        'login',
        world.accounts - GUESSED + (n % GUESSED),
      ),
      heard: true as const,
    }
    note(await ask(call, { headers: forwarded(1 + (n % guessers)) }), report.guesses)
  }

  const stories: Promise<void>[] = []
  const streams = [
    { rate: perSecond, send: (n: number) => submit(from + n) },
    { rate: perSecond, send: login },
    { rate: guessers * guesses, send: guess },
  ].map((stream) => ({ ...stream, sent: 0 }))
  const isOver = () => streams.every(({ rate, sent }) => sent >= rate * seconds)
  while (!isOver()) {
    const now = performance.now() - began
    for (const stream of streams) {
      const due = Math.min(stream.rate * seconds, Math.floor((now / 1_000) * stream.rate))
      for (; stream.sent < due; stream.sent++) {
        lags.push(performance.now() - began - (stream.sent / stream.rate) * 1_000)
        stories.push(stream.send(stream.sent))
      }
    }
    await wait(1)
  }
  await Promise.all(stories)
  close()
  const late = ascending(lags)
  report.lag = { p99: at(late, 0.99), most: late.at(-1) ?? 0 }
  for (const counts of [report.submits, report.logins]) counts.endedMs = ascending(counts.endedMs)
  return report
}

if (process.argv[1] === import.meta.filename) await answer(neighbours)
