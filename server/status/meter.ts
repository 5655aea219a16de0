import { HEALTH, type MinuteCounts } from '#contract/status/health-minutes.ts'
import { halvingMap } from '../halving-map.ts'

const MINUTE_MS = 60_000
/** A probe may take so long into the next minute. After that, the minute's counts of probes are complete. */
const QUICK_MS = 20_000
/**
 * How many minutes may wait in memory to be written: a day. Above that, the oldest are dropped and appear as
 * minutes without a record.
 */
const MAX_MINUTES = 1_440
/**
 * The most accounts that the meter follows until their verdict. Further accounts are not counted; when only
 * few are counted, the probes decide.
 */
const MAX_TRIES = 50_000

/**
 * `shed`: submits whose senders were asked to try again later. `stopped`: the operator stopped the process.
 */
type Counts = MinuteCounts & { submitted: number; shed: number; stopped: boolean }
export type CountedMinute = Counts & { at: Date }
/**
 * An account, by the hash of its token, that got no verdict from this process within five minutes of its
 * first try.
 */
export type Unsettled = { key: string; at: Date }
/**
 * `decided`: the portal decided on the submit. `undecided`: it could not decide, for example because a field
 * was wrong or the token is unknown. Such a submit is not counted.
 */
export type Verdict = 'decided' | 'undecided'

const zeroCounts = (): Counts => ({
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

const addTo = (to: Counts, more: Partial<Counts>) => {
  for (const name of ['probes', 'failed', 'accounts', 'succeeded', 'submitted', 'shed'] as const)
    to[name] += more[name] ?? 0
  to.probing ||= more.probing ?? false
  to.stopped ||= more.stopped ?? false
}

/** Counts submits for each minute. Of more than `maxMinutes` minutes, the oldest are dropped. */
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
        counts = zeroCounts()
        byMinute.set(minute, counts)
        if (byMinute.size > maxMinutes) byMinute.delete(Math.min(...byMinute.keys()))
      }
      addTo(counts, more)
    },
    /** Removes and returns the counts of the minutes up to `lastMinute`. */
    takeUntil(lastMinute: number): CountedMinute[] {
      const dueMinutes = [...byMinute].filter(([minute]) => minute <= lastMinute)
      for (const [minute] of dueMinutes) byMinute.delete(minute)
      return dueMinutes.map(asMinute)
    },
    all: (): CountedMinute[] => [...byMinute].map(asMinute),
  }
}

/**
 * The accounts that wait for a verdict, at most `maxTries`, and those that waited too long, at most twice as
 * many.
 */
function openTries(maxTries: number) {
  // The time of each account's first try, oldest first. A retry does not change it.
  const firstTryMs = new Map<string, number>()
  // Accounts that got no verdict in five minutes: their retries are not first tries. The map drops its
  // older half at the limit, and then still knows the last `maxTries`.
  const expired = halvingMap<string, true>(2 * maxTries)
  return {
    start(key: string, arrived: Date) {
      const isFirstTry = !firstTryMs.has(key) && !expired.get(key)
      if (isFirstTry && firstTryMs.size < maxTries) firstTryMs.set(key, arrived.getTime())
    },
    /** Ends the wait of an account. Returns the time of its first try; undefined when it was not followed. */
    end(key: string): number | undefined {
      const startedMs = firstTryMs.get(key)
      firstTryMs.delete(key)
      expired.delete(key)
      return startedMs
    },
    /** Removes and returns the accounts that have waited for a verdict for more than five minutes. */
    takeExpired(now: Date): Unsettled[] {
      const unsettled: Unsettled[] = []
      for (const [key, startedMs] of firstTryMs) {
        if (now.getTime() - startedMs <= HEALTH.verdictMs) break
        firstTryMs.delete(key)
        expired.set(key, true)
        unsettled.push({ key, at: new Date(startedMs) })
      }
      return unsettled
    },
  }
}

/**
 * Counts in memory how submits succeed in each minute. `take` returns the counts to be written.
 * Long: its functions share the counts of the minutes and the open tries.
 */
export function healthMeter({ tries: maxTries = MAX_TRIES, minutes: maxMinutes = MAX_MINUTES } = {}) {
  // `quick` has counts known at once, `slow` those known only five minutes after a submit.
  const quick = minuteCounts(maxMinutes)
  const slow = minuteCounts(maxMinutes)
  const tries = openTries(maxTries)
  // Accounts that could not yet be looked up in the database: the newest, at most `maxTries`.
  const deferred: Unsettled[] = []
  let submittedSinceStart = 0

  return {
    submittedSinceStart: () => submittedSinceStart,
    /** Records that this process ran in this minute. So a minute without submits has counts, too. */
    recordAlive: (now: Date, probing: boolean) => quick.add(minuteOf(now), { probing }),
    /** Records a submit that came at `arrived`. Several tries of an account before its verdict count once. */
    recordTry: tries.start,
    /** Records that a sender was asked to try again later, with or without a ticket: that is no verdict. */
    recordShed: (now: Date) => quick.add(minuteOf(now), { shed: 1 }),
    /** Records that an application was submitted, even if its sender did not receive the response. */
    recordSubmission(now: Date) {
      submittedSinceStart++
      quick.add(minuteOf(now), { submitted: 1 })
    },
    recordVerdict(key: string, verdict: Verdict, now: Date) {
      const startedMs = tries.end(key)
      if (startedMs === undefined || verdict === 'undecided') return
      const isInTime = now.getTime() - startedMs <= HEALTH.verdictMs
      slow.add(minuteOf(new Date(startedMs)), { accounts: 1, succeeded: isInTime ? 1 : 0 })
    },
    /** Records the result of a probe sent at `sent`. The probe fails when it is shed or gets a ticket. */
    recordProbe: (sent: Date, succeeded: boolean) =>
      quick.add(minuteOf(sent), { probing: true, probes: 1, failed: succeeded ? 0 : 1 }),
    recordStop: (now: Date) => quick.add(minuteOf(now), { stopped: true }),
    /** Records an account that, according to the database, has a complete draft and no verdict. */
    recordUnserved: (firstTry: Date) => slow.add(minuteOf(firstTry), { accounts: 1 }),
    /**
     * Removes and returns the complete counts; with `all`, all counts. The count of accounts is complete six
     * minutes after their first try.
     */
    take(now: Date, all = false): { counts: CountedMinute[]; unsettled: Unsettled[] } {
      const unsettled = [...deferred.splice(0), ...tries.takeExpired(now)]
      // A minute ends one minute after its start. Its counts are complete `ms` later.
      const lastComplete = (ms: number) => (all ? Infinity : now.getTime() - MINUTE_MS - ms)
      const counts = [
        ...quick.takeUntil(lastComplete(QUICK_MS)),
        ...slow.takeUntil(lastComplete(HEALTH.verdictMs)),
      ]
      return { counts, unsettled }
    },
    /** Stores accounts that could not be looked up, so that the next `take` returns them again. */
    defer(unsettled: Unsettled[]) {
      deferred.push(...unsettled.slice(-maxTries))
      // Drops the oldest accounts above the limit. Below it, the number is negative, which drops none.
      deferred.splice(0, deferred.length - maxTries)
    },
    /** Takes back counts that could not be written. They are complete, so they may join the quick counts. */
    giveBack(counts: CountedMinute[]) {
      for (const { at: minute, ...more } of counts) quick.add(minute.getTime(), more)
    },
    /** The counts that are not yet written. The process shows them while the database is unavailable. */
    pending: (): CountedMinute[] => [...quick.all(), ...slow.all()],
  }
}
export type HealthMeter = ReturnType<typeof healthMeter>
