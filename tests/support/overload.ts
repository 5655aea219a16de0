import { type Class, CLASSES } from '#contract/endpoint.ts'
import { Admission } from '../../server/admission/admission.ts'

/** A random generator of numbers from 0 to 1. The same seed gives the same numbers. */
export const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

export type Load = Partial<Record<Class, number>>
/** Processor time of a request in ms, by class. Shedding (refusing) a request costs a little too. */
export const COST: Record<Class, number> = {
  submit: 8,
  save: 4,
  login: 1,
  read: 2,
  staff: 4,
  public: 3,
  extra: 10,
}
const SHED_COST_MS = 0.05

/** A request that is being processed. `left`: its remaining work in ms. `gone`: when its caller leaves. */
type Job = { class: Class; caller: number; began: number; left: number; gone: number; leave: () => void }
export type Second = Record<Class, { came: number; done: number; shed: number; worked: number }> & {
  lateShed: number
}

/**
 * Simulates a server whose one processor is shared by all active requests, in steps of a millisecond. New
 * requests arrive whatever the load (an open loop). The share `aborting` of the callers leaves after half a
 * second.
 */
export function simulate({
  seed = 1,
  callers = 100_000,
  aborting = 0,
  slots = undefined as number | undefined,
  speed = (_ms: number) => 1,
  load,
  ms,
  wallAt = (ms: number) => ms,
}: {
  seed?: number
  callers?: number
  aborting?: number
  slots?: number | undefined
  /** The share of the simulated processor that is available at this time. */
  speed?: (ms: number) => number
  /** Arrivals per second. */
  load: (ms: number) => Load
  ms: number
  wallAt?: (ms: number) => number
}) {
  const random = seeded(seed)
  let now = 0
  const options = {
    clock: () => now,
    wallClock: () => wallAt(now),
    random,
    salt: 7,
    ...(slots ? { slots } : {}),
  }
  const admission = new Admission(options)
  const atWork = new Set<Job>()
  /** How long each admitted request waited for its slot. */
  const waits: { class: Class; ms: number }[] = []
  /** The milliseconds from the arrival to the answer of each answered request, by class. */
  const times: Record<Class, number[]> = Object.fromEntries(CLASSES.map((name) => [name, []])) as never
  /** When each shed request arrived, and after how many milliseconds it was shed. */
  const shedAfter: { at: number; ms: number }[] = []
  const seconds: Second[] = []
  const thresholds: number[] = []
  /** By class and caller: how many requests arrived, and how many of them were let in. */
  const [attempts, ins] = [new Map<string, number>(), new Map<string, number>()]
  /** The processor time that shedding has cost and that no millisecond has paid yet. */
  let shedDebtMs = 0
  /** The counts of the present second. */
  const second = () => {
    const index = Math.floor(now / 1_000)
    while (seconds.length <= index) {
      seconds.push({
        ...Object.fromEntries(CLASSES.map((name) => [name, { came: 0, done: 0, shed: 0, worked: 0 }])),
        lateShed: 0,
      } as Second)
    }
    return seconds[index]!
  }
  /** Fractions of requests that are due. When they add up to 1, a request arrives. */
  const debts = Object.fromEntries(CLASSES.map((name) => [name, 0])) as Record<Class, number>
  const leaving: Job[] = []
  const arrive = (name: Class) => {
    const caller = Math.floor(random() * callers)
    const began = now
    second()[name].came++
    attempts.set(`${name} ${caller}`, (attempts.get(`${name} ${caller}`) ?? 0) + 1)
    const arrival = { class: name, caller: () => `caller ${caller}`, headers: {} }
    const shed = () => {
      shedDebtMs += SHED_COST_MS
      second()[name].shed++
      shedAfter.push({ at: began, ms: now - began })
    }
    if (!admission.admits(arrival)) return shed()
    const job: Job = {
      class: name,
      caller,
      began,
      left: COST[name],
      gone: random() < aborting ? now + 500 : Infinity,
      leave: () => {},
    }
    let state: 'waiting' | 'in' | 'shed' = 'waiting'
    job.leave = admission.enter(arrival, (hasSlot) => {
      state = hasSlot ? 'in' : 'shed'
      if (!hasSlot) return void (job.gone > now && shed())
      waits.push({ class: name, ms: now - began })
      ins.set(`${name} ${caller}`, (ins.get(`${name} ${caller}`) ?? 0) + 1)
      atWork.add(job)
    })
    if (job.gone < Infinity && (state as string) !== 'shed') leaving.push(job)
  }
  for (; now < ms; now++) {
    second()
    for (const [name, rate] of Object.entries(load(now)) as [Class, number][]) {
      for (debts[name] += rate / 1_000; debts[name] >= 1; debts[name]--) arrive(name)
    }
    while (leaving[0] && leaving[0].gone <= now) {
      const job = leaving.shift()!
      atWork.delete(job)
      job.leave()
    }
    // The processor time of this millisecond, minus the cost of shedding. A debt moves to the next
    // millisecond.
    let budget = speed(now) - shedDebtMs
    shedDebtMs = Math.max(0, -budget)
    while (budget > 1e-9 && atWork.size > 0) {
      // All active requests get equal time, until the first of them is done.
      const share = Math.min(budget / atWork.size, Math.min(...[...atWork].map(({ left }) => left)))
      budget -= share * atWork.size
      for (const job of atWork) {
        job.left -= share
        second()[job.class].worked += share
      }
      for (const job of atWork) {
        if (job.left > 1e-9) continue
        atWork.delete(job)
        second()[job.class].done++
        times[job.class].push(now - job.began)
        job.leave()
      }
    }
    if (now % 10 === 0) admission.tick()
    if (now % 500 === 0) thresholds.push(admission.measured().threshold)
  }
  return { seconds, thresholds, waits, times, shedAfter, attempts, ins, admission }
}

export const sum = (seconds: Second[], name: Class, what: 'came' | 'done' | 'shed' | 'worked') =>
  seconds.reduce((all, second) => all + second[name][what], 0)
export const quantile = (values: number[], part: number) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0
