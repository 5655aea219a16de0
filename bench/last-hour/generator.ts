import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openCaller, type CallResult } from './ask.ts'
import { callOf, KINDS, type Kind, type World } from './calls.ts'
import { random, sharesOf } from './draw.ts'
import { percentile } from './goals.ts'

/**
 * A task for the load generator. `capacity`: each connection sends its next call after an answer, which finds
 * the highest rate. `storm`: calls start at a fixed rate, however long the answers take.
 */
export type Task =
  | {
      mode: 'capacity'
      world: World
      mix: Partial<Record<Kind, number>>
      connections: number
      seconds: number
      /** The number of the first submit of this task. Earlier tasks used the lower numbers. */
      firstSubmit: number
    }
  | {
      mode: 'storm'
      world: World
      mix: Partial<Record<Kind, number>>
      perSecond: number
      seconds: number
      /** The share of clients that disconnect before they get an answer, from 0 to 1. */
      leavingShare: number
      firstSubmit: number
      /** After the last call has started, clients retry their submits for this long. */
      patienceS: number
    }

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

/** The final statuses. After another one, a client retries: no answer, an ended session, or a busy portal. */
const isFinal = (status: number) => status !== 0 && status !== 401 && status !== 429 && status < 500

/** The wait before a retry when an answer has no `Retry-After`. */
const DEFAULT_RETRY_S = 2
const SHED_PAUSE_MS = 50
/** A client that leaves early disconnects within this time. */
const MAX_STAY_MS = 500
/** A fixed random seed, so that each run draws the same kinds of calls. */
const CAPACITY_SEED = 7
const STORM_SEED = 11

const zeros = () => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
const SHED_STATUSES = new Set([429, 503])

async function capacity({
  world,
  mix,
  connections,
  seconds,
  firstSubmit,
}: Extract<Task, { mode: 'capacity' }>) {
  const { ask, close } = openCaller(world)
  const draw = sharesOf(mix, random(CAPACITY_SEED))
  const counts = zeros()
  let answered = 0
  let shed = 0
  let nextSubmit = firstSubmit
  let nextOther = 0
  const durationsMs: number[] = []
  const durationsOfKind = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<
    Kind,
    number[]
  >
  const endsAt = performance.now() + seconds * 1_000
  const callRepeatedly = async () => {
    while (performance.now() < endsAt) {
      const kind = draw()
      // Submits have their own sequence of numbers, because each person submits once.
      const callNumber = kind === 'submit' ? nextSubmit++ : nextOther++
      const { status, ms } = await ask(callOf(world, kind, callNumber))
      if (status === 503) {
        shed++
        await wait(SHED_PAUSE_MS)
        continue
      }
      if (status !== 200) throw new Error(`${kind} was answered with ${status} in calm`)
      counts[kind]++
      answered++
      durationsMs.push(ms)
      durationsOfKind[kind].push(ms)
    }
  }
  await Promise.all(Array.from({ length: connections }, callRepeatedly))
  close()
  for (const list of [durationsMs, ...Object.values(durationsOfKind)])
    list.sort((left, right) => left - right)
  return {
    perSecond: answered / seconds,
    /** The number of calls that the portal shed because of overload. They do not count in `perSecond`. */
    shed,
    counts,
    next: nextSubmit,
    p99: percentile(durationsMs, 0.99),
    p50: percentile(durationsMs, 0.5),
    p50OfKind: Object.fromEntries(
      KINDS.map((kind) => [kind, percentile(durationsOfKind[kind], 0.5)]),
    ) as Record<Kind, number>,
    p95: percentile(durationsMs, 0.95),
  }
}

async function storm({
  world,
  mix,
  perSecond,
  seconds,
  leavingShare,
  firstSubmit,
  patienceS,
}: Extract<Task, { mode: 'storm' }>): Promise<Report> {
  const { ask, close } = openCaller(world)
  const chance = random(STORM_SEED)
  const draw = sharesOf(mix, chance)
  const report: Report = {
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
  }
  const startedAt = performance.now()
  const givesUpAt = startedAt + (seconds + patienceS) * 1_000
  const lags: number[] = []
  const startedSubmits: Promise<void>[] = []

  const countResult = (kind: Kind, { status, ms, timedOut }: CallResult) => {
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

  const submit = async (submitNumber: number) => {
    const call = callOf(world, 'submit', submitNumber)
    const story: SubmitStory = {
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
    }
    report.submits.push(story)
    let ticket: string | undefined
    while (performance.now() < givesUpAt) {
      const result = await ask(call, { headers: ticket ? { 'submit-ticket': ticket } : {} })
      story.tries++
      if (story.tries === 1) {
        countResult('submit', result)
        story.firstMs = result.ms
        story.firstStatus = result.status
      } else report.retries++
      const body = result.body
        ? (JSON.parse(result.body) as { ticket?: string; received_at?: string; reference_number?: string })
        : {}
      if (body.ticket && !ticket) {
        ticket = body.ticket
        story.ticketed = true
        story.receivedAt = body.received_at
      }
      if (isFinal(result.status)) {
        story.finalStatus = result.status
        story.endedAt = Date.now()
        story.reference = body.reference_number
        return
      }
      const remainingMs = Math.max(0, givesUpAt - performance.now())
      await wait(Math.min((result.retryAfterS ?? DEFAULT_RETRY_S) * 1_000, remainingMs))
    }
  }

  const callOther = async (kind: Kind, callNumber: number, leaves: boolean) => {
    if (leaves) report.left[kind]++
    const result = await ask(
      callOf(world, kind, callNumber),
      leaves ? { leavesAfterMs: chance() * MAX_STAY_MS } : {},
    )
    if (!leaves || result.status !== 0) countResult(kind, result)
  }

  const total = Math.round(perSecond * seconds)
  let sent = 0
  let nextSubmit = firstSubmit
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond))
    for (; sent < due; sent++) {
      lags.push(performance.now() - startedAt - (sent / perSecond) * 1_000)
      const kind = draw()
      report.offered[kind]++
      const leaves = chance() < leavingShare
      // The portal may still accept the submit of a client that left. Count no result, because no one reads
      // the answer.
      if (kind === 'submit' && leaves) {
        report.left.submit++
        void ask(callOf(world, 'submit', nextSubmit++), { leavesAfterMs: chance() * MAX_STAY_MS })
      } else if (kind === 'submit') startedSubmits.push(submit(nextSubmit++))
      else void callOther(kind, sent, leaves)
    }
    await wait(1)
  }
  report.lastStartAt = Date.now()
  await Promise.all(startedSubmits)
  close()
  lags.sort((left, right) => left - right)
  report.lag = {
    p50: percentile(lags, 0.5),
    p99: percentile(lags, 0.99),
    most: lags.at(-1) ?? 0,
  }
  report.admittedMs.sort((left, right) => left - right)
  report.shedMs.sort((left, right) => left - right)
  return report
}

if (process.argv[1] === import.meta.filename) {
  const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Task
  // Write the report to a file. A pipe may lose the end of a long report when the process ends.
  const report = task.mode === 'capacity' ? await capacity(task) : await storm(task)
  writeFileSync(process.argv[3] ?? '', JSON.stringify(report))
  process.exit(0)
}
export type Capacity = Awaited<ReturnType<typeof capacity>>
