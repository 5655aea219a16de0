import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openCaller } from './ask.ts'
import { callOf, KINDS, type Kind, type World } from './calls.ts'
import { random, sharesOf } from './draw.ts'
import { percentile } from './goals.ts'
import { countResult, emptyReport, finishReport, newStory, type Report, zeros } from './storm-report.ts'

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

/** What the submits of a storm share. `givesUpAt`: the time after which clients no longer retry. */
type SubmitTask = {
  ask: ReturnType<typeof openCaller>['ask']
  world: World
  report: Report
  givesUpAt: number
}

/** Submits with retries until an answer is final, as the page does. Each retry sends the ticket. */
async function submitUntilFinal(
  { ask, world, report, givesUpAt }: SubmitTask,
  submitNumber: number,
): Promise<void> {
  const call = callOf(world, 'submit', submitNumber)
  const story = newStory(submitNumber)
  report.submits.push(story)
  let ticket: string | undefined
  while (performance.now() < givesUpAt) {
    const result = await ask(call, { headers: ticket ? { 'submit-ticket': ticket } : {} })
    story.tries++
    if (story.tries === 1) {
      countResult(report, 'submit', result)
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
  const report = emptyReport(seconds)
  const startedAt = performance.now()
  const givesUpAt = startedAt + (seconds + patienceS) * 1_000
  const lags: number[] = []
  const startedSubmits: Promise<void>[] = []

  const submit = (submitNumber: number) => submitUntilFinal({ ask, world, report, givesUpAt }, submitNumber)

  const callOther = async (kind: Kind, callNumber: number, leaves: boolean) => {
    if (leaves) report.left[kind]++
    const result = await ask(
      callOf(world, kind, callNumber),
      leaves ? { leavesAfterMs: chance() * MAX_STAY_MS } : {},
    )
    if (!leaves || result.status !== 0) countResult(report, kind, result)
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
  finishReport(report, lags)
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
