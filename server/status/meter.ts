import { HEALTH, type MinuteCounts } from '#contract/status/health-minutes.ts'

const MINUTE_MS = 60_000
/** A probe may take this long into the next minute; after that a minute's quick counts are complete. */
const QUICK_MS = 20_000
/**
 * Up to a day of unwritten minutes waits in memory. Beyond that the oldest are dropped and appear as minutes
 * without a record.
 */
const MAX_MINUTES = 1_440
/**
 * The most accounts that wait for a verdict. More are not followed and count neither way; with few accounts
 * the probe decides.
 */
const MAX_TRIES = 50_000

/** `shed`: submits that were asked to try again later. `stopped`: the operator stopped the process. */
export type Counts = MinuteCounts & { submitted: number; shed: number; stopped: boolean }
export type CountedMinute = Counts & { at: Date }
/**
 * An account, by the hash of its token, without a verdict in this process within five minutes of its first
 * try.
 */
export type Unsettled = { key: string; at: Date }
/**
 * `judged`: the portal decided on the submit. `nothing`: it could not be decided, for instance because a
 * field was wrong or the token belongs to no one. It counts neither way.
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

/** Counts by the minute, at most `maxMinutes`: beyond that the oldest are dropped. */
function minuteCounts(maxMinutes: number) {
  const byMinute = new Map<number, Counts>()
  const asMinute = ([minute, counts]: [number, Counts]): CountedMinute => ({
    at: new Date(minute),
    ...counts,
  })
  return {
    add(minute: number, more: Partial<Counts>) {
      let counts = byMinute.get(minute)
      if (!counts) {
        counts = none()
        byMinute.set(minute, counts)
        const [oldest] = byMinute.keys()
        if (byMinute.size > maxMinutes && oldest !== undefined) byMinute.delete(oldest)
      }
      add(counts, more)
    },
    /** Hands over the minutes up to this one. */
    takeUntil(lastMinute: number): CountedMinute[] {
      const dueMinutes = [...byMinute].filter(([minute]) => minute <= lastMinute)
      for (const [minute] of dueMinutes) byMinute.delete(minute)
      return dueMinutes.map(asMinute)
    },
    all: (): CountedMinute[] => [...byMinute].map(asMinute),
  }
}

/** The accounts that wait for a verdict, by their keys, at most `maxTries` of each kind. */
function openTries(maxTries: number) {
  // First tries without a verdict, oldest first. A retry keeps the time of the first try.
  const firstTryMs = new Map<string, number>()
  // Accounts whose five minutes ended without a verdict: their retries are not first tries. When full, the
  // oldest is dropped.
  const expired = new Set<string>()
  return {
    start(key: string, arrived: Date) {
      const isFirstTry = !firstTryMs.has(key) && !expired.has(key)
      if (isFirstTry && firstTryMs.size < maxTries) firstTryMs.set(key, arrived.getTime())
    },
    /** Ends the wait of an account. Returns when it tried first; undefined when it is not followed. */
    end(key: string): number | undefined {
      const startedMs = firstTryMs.get(key)
      firstTryMs.delete(key)
      expired.delete(key)
      return startedMs
    },
    /** Hands over the accounts whose five minutes are over. */
    takeExpired(now: Date): Unsettled[] {
      const unsettled: Unsettled[] = []
      for (const [key, startedMs] of firstTryMs) {
        if (now.getTime() - startedMs <= HEALTH.verdictMs) break
        firstTryMs.delete(key)
        expired.add(key)
        const [oldest] = expired
        if (expired.size > maxTries && oldest !== undefined) expired.delete(oldest)
        unsettled.push({ key, at: new Date(startedMs) })
      }
      return unsettled
    },
  }
}

/** Counts in memory how submits go in each minute, until `take` hands the counts over for writing. */
export function healthMeter({ tries: maxTries = MAX_TRIES, minutes: maxMinutes = MAX_MINUTES } = {}) {
  // What is known at once, and what is known only when the five minutes of a submit are over.
  const quick = minuteCounts(maxMinutes)
  const slow = minuteCounts(maxMinutes)
  const tries = openTries(maxTries)
  // Accounts that could not be looked up: the newest, at most `maxTries`.
  const deferred: Unsettled[] = []
  let submittedSinceStart = 0

  return {
    submittedSinceStart: () => submittedSinceStart,
    /** Records that this process runs in this minute, so that a minute without submits has counts. */
    alive: (now: Date, probing: boolean) => quick.add(minuteOf(now), { probing }),
    /** Records a submit that came at `arrived`. Tries before a verdict count once for each account. */
    tried: tries.start,
    /** A submit was asked to try again later, with or without a ticket: that is no verdict. */
    shed: (now: Date) => quick.add(minuteOf(now), { shed: 1 }),
    /** An application was submitted, even if its sender did not receive the response. */
    submitted(now: Date) {
      submittedSinceStart++
      quick.add(minuteOf(now), { submitted: 1 })
    },
    settled(key: string, verdict: Verdict, now: Date) {
      const startedMs = tries.end(key)
      if (startedMs === undefined || verdict === 'nothing') return
      const isInTime = now.getTime() - startedMs <= HEALTH.verdictMs
      slow.add(minuteOf(new Date(startedMs)), { accounts: 1, succeeded: isInTime ? 1 : 0 })
    },
    /** The result of a probe sent at `sent`. A shed answer or a ticket is a failure. */
    probed: (sent: Date, succeeded: boolean) =>
      quick.add(minuteOf(sent), { probing: true, probes: 1, failed: succeeded ? 0 : 1 }),
    stopped: (now: Date) => quick.add(minuteOf(now), { stopped: true }),
    /** The look-up found an account with a complete draft and no verdict from any process. */
    unserved: (firstTry: Date) => slow.add(minuteOf(firstTry), { accounts: 1 }),
    /**
     * Hands over the complete counts; with `all`, all counts. Accounts are complete six minutes after their
     * first try.
     */
    take(now: Date, all = false): { counts: CountedMinute[]; unsettled: Unsettled[] } {
      const unsettled = [...deferred.splice(0), ...tries.takeExpired(now)]
      // A minute is over one minute after its start, and complete `ms` later.
      const lastComplete = (ms: number) => (all ? Infinity : now.getTime() - MINUTE_MS - ms)
      const counts = [
        ...quick.takeUntil(lastComplete(QUICK_MS)),
        ...slow.takeUntil(lastComplete(HEALTH.verdictMs)),
      ]
      return { counts, unsettled }
    },
    /** Saves accounts that could not be looked up for the next `take`. */
    defer(unsettled: Unsettled[]) {
      deferred.push(...unsettled.slice(-maxTries))
      // Drops the oldest above the limit. Below it the number is negative, which drops none.
      deferred.splice(0, deferred.length - maxTries)
    },
    /** Takes back counts that could not be written. All are complete, so they can go with the quick ones. */
    giveBack(counts: CountedMinute[]) {
      for (const { at: minute, ...more } of counts) quick.add(minute.getTime(), more)
    },
    /** Counts that are not yet written, for this process's own view of the last minutes. */
    pending: (): CountedMinute[] => [...quick.all(), ...slow.all()],
  }
}
export type HealthMeter = ReturnType<typeof healthMeter>
