import { HEALTH, type MinuteCounts } from '#contract/status/health-minutes.ts'

const MINUTE_MS = 60_000
/** A probe may take this long into the next minute; after that a minute's quick counts are complete. */
const QUICK_MS = 20_000
/**
 * Up to a day of unwritten minutes waits in memory. Beyond that the oldest are dropped and appear as minutes
 * without a record.
 */
const MOST_MINUTES = 1_440
/**
 * The most accounts that wait for a verdict. More are not followed and count neither way; with few accounts
 * the probe decides.
 */
const MOST_TRIES = 50_000

export type Counts = MinuteCounts & { submitted: number; shed: number; stopped: boolean }
export type CountedMinute = Counts & { at: Date }
/**
 * An account, by the hash of its token, without a verdict in this process within five minutes of its first
 * try.
 */
export type Unsettled = { key: string; at: Date }
/**
 * `judged`: a decision on the application. `nothing`: it was incomplete or belonged to no one; it counts
 * neither way.
 */
export type Verdict = 'judged' | 'nothing'

const none = (): Counts => ({
  probing: false,
  probes: 0,
  failed: 0,
  accounts: 0,
  succeeded: 0,
  submitted: 0,
  shed: 0,
  stopped: false,
})
const minuteOf = (moment: Date) => Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS

const add = (to: Counts, more: Partial<Counts>) => {
  for (const name of ['probes', 'failed', 'accounts', 'succeeded', 'submitted', 'shed'] as const)
    to[name] += more[name] ?? 0
  to.probing ||= more.probing ?? false
  to.stopped ||= more.stopped ?? false
}

/** Counts in memory how submits go in each minute, until `take` hands the counts over for writing. */
export function healthMeter({ tries: mostTries = MOST_TRIES, minutes: mostMinutes = MOST_MINUTES } = {}) {
  const quick = new Map<number, Counts>()
  const slow = new Map<number, Counts>()
  // First tries without a verdict, oldest first. A retry keeps the time of the first try.
  const open = new Map<string, number>()
  // Accounts whose five minutes ended without a verdict: their retries are not first tries. When full, the
  // oldest is dropped.
  const judged = new Set<string>()
  // Accounts that could not be looked up: the newest, at most `mostTries`.
  const deferred: Unsettled[] = []

  const countsAt = (map: Map<number, Counts>, minute: number) => {
    let counts = map.get(minute)
    if (!counts) {
      map.set(minute, (counts = none()))
      const [eldest] = map.keys()
      if (map.size > mostMinutes && eldest !== undefined) map.delete(eldest)
    }
    return counts
  }

  const takeFrom = (map: Map<number, Counts>, before: number): CountedMinute[] => {
    const due = [...map].filter(([minute]) => minute <= before)
    for (const [minute] of due) map.delete(minute)
    return due.map(([minute, counts]) => ({ at: new Date(minute), ...counts }))
  }

  const retire = (now: Date): Unsettled[] => {
    const late = deferred.splice(0)
    for (const [key, first] of open) {
      if (now.getTime() - first <= HEALTH.verdictMs) break
      open.delete(key)
      judged.add(key)
      const [eldest] = judged
      if (judged.size > mostTries && eldest !== undefined) judged.delete(eldest)
      late.push({ key, at: new Date(first) })
    }
    return late
  }

  return {
    /** Records that a process counts this minute. */
    alive: (now: Date, probing: boolean) => add(countsAt(quick, minuteOf(now)), { probing }),
    /** A submit came at `arrived`. Until an account has its verdict, only its first try counts. */
    tried(key: string, arrived: Date) {
      if (!open.has(key) && !judged.has(key) && open.size < mostTries) open.set(key, arrived.getTime())
    },
    /** A submit was asked to try again later, with or without a ticket: that is no verdict. */
    shed: (now: Date) => add(countsAt(quick, minuteOf(now)), { shed: 1 }),
    /** An application was submitted, even if its sender did not receive the response. */
    submitted: (now: Date) => add(countsAt(quick, minuteOf(now)), { submitted: 1 }),
    settled(key: string, verdict: Verdict, now: Date) {
      const first = open.get(key)
      open.delete(key)
      judged.delete(key)
      if (first === undefined || verdict === 'nothing') return
      add(countsAt(slow, minuteOf(new Date(first))), {
        accounts: 1,
        succeeded: now.getTime() - first <= HEALTH.verdictMs ? 1 : 0,
      })
    },
    /** The result of a probe sent at `sent`. A shed answer or a ticket is a failure. */
    probed: (sent: Date, succeeded: boolean) =>
      add(countsAt(quick, minuteOf(sent)), { probing: true, probes: 1, failed: succeeded ? 0 : 1 }),
    stopped: (now: Date) => add(countsAt(quick, minuteOf(now)), { stopped: true }),
    /** The look-up found an account with a complete draft and no verdict from any process. */
    unserved: (first: Date) => add(countsAt(slow, minuteOf(first)), { accounts: 1 }),
    /**
     * Hands over the complete counts; with `all`, all counts. Accounts are complete six minutes after their
     * first try.
     */
    take(now: Date, all = false): { counts: CountedMinute[]; unsettled: Unsettled[] } {
      const unsettled = retire(now)
      const before = (ms: number) => (all ? Infinity : now.getTime() - MINUTE_MS - ms)
      return {
        counts: [...takeFrom(quick, before(QUICK_MS)), ...takeFrom(slow, before(HEALTH.verdictMs))],
        unsettled,
      }
    },
    /** Saves accounts that could not be looked up for the next `take`. */
    defer(unsettled: Unsettled[]) {
      deferred.push(...unsettled.slice(-mostTries))
      deferred.splice(0, deferred.length - mostTries)
    },
    /** Takes back counts that could not be written. */
    giveBack: (counts: CountedMinute[]) => {
      for (const { at: minute, ...more } of counts) add(countsAt(quick, minute.getTime()), more)
    },
    /** Counts that are not yet written, for this process's own view of the last minutes. */
    pending: (): CountedMinute[] =>
      [...quick, ...slow].map(([minute, counts]) => ({ at: new Date(minute), ...counts })),
  }
}
export type HealthMeter = ReturnType<typeof healthMeter>
