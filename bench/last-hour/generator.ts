import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { caller, type Heard } from './ask.ts'
import { callOf, KINDS, type Kind, type World } from './calls.ts'
import { random, sharesOf } from './draw.ts'

/**
 * What the generator is told: a closed loop that finds a capacity, or an open one that holds a rate whatever
 * is answered.
 */
export type Task =
  | {
      is: 'capacity'
      world: World
      mix: Partial<Record<Kind, number>>
      connections: number
      seconds: number
      from: number
    }
  | {
      is: 'storm'
      world: World
      mix: Partial<Record<Kind, number>>
      perSecond: number
      seconds: number
      /** The share of clients that leave before they are answered. */
      leave: number
      from: number
      /** How long after the last first try a submit is tried again. */
      patienceS: number
    }

/** How one submit went: instants in ms of the wall clock, of the first try and of what came of it. */
export type SubmitStory = {
  n: number
  pressedAt: number
  /** The first answer of any kind, and what it was. */
  firstMs: number
  firstStatus: number
  ticketed: boolean
  receivedAt: string | undefined
  tries: number
  /** The status that ended it; 0: it never did. */
  ended: number
  endedAt: number
  reference: string | undefined
}
export type Report = {
  seconds: number
  /** When the last first try went out: ms of the wall clock. */
  until: number
  /** How late first tries went out, in ms. */
  lag: { p50: number; p99: number; most: number }
  offered: Record<Kind, number>
  answered: Record<Kind, number>
  shed: Record<Kind, number>
  left: Record<Kind, number>
  timedOut: Record<Kind, number>
  /** Sorted ms of calls that were let in, and of those that were not. */
  admittedMs: number[]
  shedMs: number[]
  retries: number
  statuses: Record<string, number>
  submits: SubmitStory[]
}

const zeros = () => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
const SHED = new Set([429, 503])

async function capacity({ world, mix, connections, seconds, from }: Extract<Task, { is: 'capacity' }>) {
  const { ask, close } = caller(world)
  const draw = sharesOf(mix, random(7))
  const counts = zeros()
  let [answered, shed, next, others] = [0, 0, from, 0]
  const waited: number[] = []
  const ofKind = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>
  const ends = performance.now() + seconds * 1_000
  const entry = async () => {
    while (performance.now() < ends) {
      const kind = draw()
      // Each person submits once.
      const { status, ms } = await ask(callOf(world, kind, kind === 'submit' ? next++ : others++))
      if (status === 503) {
        shed++
        await wait(50)
        continue
      }
      if (status !== 200) throw new Error(`${kind} was answered with ${status} in calm`)
      counts[kind]++
      answered++
      waited.push(ms)
      ofKind[kind].push(ms)
    }
  }
  await Promise.all(Array.from({ length: connections }, entry))
  close()
  for (const each of [waited, ...Object.values(ofKind)]) each.sort((left, right) => left - right)
  return {
    perSecond: answered / seconds,
    /** Told to come back, and not counted. */
    shed,
    counts,
    next,
    p99: waited[Math.floor(waited.length * 0.99)] ?? 0,
    p50: waited[waited.length >> 1] ?? 0,
    p50OfKind: Object.fromEntries(
      KINDS.map((kind) => [kind, ofKind[kind][ofKind[kind].length >> 1] ?? 0]),
    ) as Record<Kind, number>,
    p95: waited[Math.floor(waited.length * 0.95)] ?? 0,
  }
}

async function storm({
  world,
  mix,
  perSecond,
  seconds,
  leave,
  from,
  patienceS,
}: Extract<Task, { is: 'storm' }>): Promise<Report> {
  const { ask, close } = caller(world)
  const chance = random(11)
  const draw = sharesOf(mix, chance)
  const report: Report = {
    seconds,
    until: 0,
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
  const began = performance.now()
  const givesUp = began + (seconds + patienceS) * 1_000
  const lags: number[] = []
  const stories: Promise<void>[] = []

  const note = (kind: Kind, { status, ms, timedOut }: Heard) => {
    const key = `${kind} ${status}`
    report.statuses[key] = (report.statuses[key] ?? 0) + 1
    if (timedOut) report.timedOut[kind]++
    if (status === 0) return
    if (SHED.has(status)) {
      report.shed[kind]++
      report.shedMs.push(ms)
    } else {
      report.answered[kind]++
      report.admittedMs.push(ms)
    }
  }

  const submit = async (n: number) => {
    const call = callOf(world, 'submit', n)
    const story: SubmitStory = {
      n,
      pressedAt: Date.now(),
      firstMs: 0,
      firstStatus: 0,
      ticketed: false,
      receivedAt: undefined,
      tries: 0,
      ended: 0,
      endedAt: 0,
      reference: undefined,
    }
    report.submits.push(story)
    let ticket: string | undefined
    while (performance.now() < givesUp) {
      const heard = await ask(call, { headers: ticket ? { 'submit-ticket': ticket } : {} })
      story.tries++
      if (story.tries === 1) {
        note('submit', heard)
        story.firstMs = heard.ms
        story.firstStatus = heard.status
      } else report.retries++
      const body = heard.body
        ? (JSON.parse(heard.body) as { ticket?: string; received_at?: string; reference_number?: string })
        : {}
      if (body.ticket && !ticket) {
        ticket = body.ticket
        story.ticketed = true
        story.receivedAt = body.received_at
      }
      if (heard.status !== 0 && heard.status !== 401 && heard.status < 500 && heard.status !== 429) {
        story.ended = heard.status
        story.endedAt = Date.now()
        story.reference = body.reference_number
        return
      }
      await wait(Math.min((heard.retryAfter ?? 2) * 1_000, Math.max(0, givesUp - performance.now())))
    }
  }

  const other = async (kind: Kind, n: number, leaves: boolean) => {
    if (leaves) report.left[kind]++
    const heard = await ask(callOf(world, kind, n), leaves ? { leavesAfterMs: chance() * 500 } : {})
    if (!leaves || heard.status !== 0) note(kind, heard)
  }

  const total = Math.round(perSecond * seconds)
  let sent = 0
  let submits = from
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * perSecond))
    for (; sent < due; sent++) {
      lags.push(performance.now() - began - (sent / perSecond) * 1_000)
      const kind = draw()
      report.offered[kind]++
      const leaves = chance() < leave
      // A client that leaves has pressed Submit all the same; what it would have heard is nobody's to count.
      if (kind === 'submit' && leaves) {
        report.left.submit++
        void ask(callOf(world, 'submit', submits++), { leavesAfterMs: chance() * 500 })
      } else if (kind === 'submit') stories.push(submit(submits++))
      else void other(kind, sent, leaves)
    }
    await wait(1)
  }
  report.until = Date.now()
  await Promise.all(stories)
  close()
  lags.sort((left, right) => left - right)
  report.lag = {
    p50: lags[lags.length >> 1] ?? 0,
    p99: lags[Math.floor(lags.length * 0.99)] ?? 0,
    most: lags.at(-1) ?? 0,
  }
  report.admittedMs.sort((left, right) => left - right)
  report.shedMs.sort((left, right) => left - right)
  return report
}

if (process.argv[1] === import.meta.filename) {
  const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Task
  // A long line may not fit a pipe before the process ends.
  writeFileSync(
    process.argv[3] ?? '',
    JSON.stringify(task.is === 'capacity' ? await capacity(task) : await storm(task)),
  )
  process.exit(0)
}
export type Capacity = Awaited<ReturnType<typeof capacity>>
