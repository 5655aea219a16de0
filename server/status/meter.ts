import { HEALTH, type MinuteCounts } from '#contract/status/health-minutes.ts'

const MINUTE_MS = 60_000
/** A probe may take this long into the next minute; then the quick counts of a minute are complete. */
const QUICK_MS = 20_000
/** Counts that could not be written wait, a day of them; then the oldest minutes go and stand as minutes without a record. */
const MOST_MINUTES = 1_440
/** Accounts whose verdict is awaited. Beyond that a new account is not followed: it counts neither way, and with few accounts the probe decides. */
const MOST_TRIES = 50_000

export type Counts = MinuteCounts & { submitted: number; shed: number; stopped: boolean }
export type CountedMinute = Counts & { at: Date }
/** Accounts, by the hash of their token, that had no verdict here within five minutes of their first try. */
export type Unsettled = { key: string; at: Date }
/** `judged`: an answer on the application as it stands. `nothing`: it was incomplete, or nobody's; it counts neither way. */
export type Verdict = 'judged' | 'nothing'

const none = (): Counts => ({ probing: false, probes: 0, failed: 0, accounts: 0, succeeded: 0, submitted: 0, shed: 0, stopped: false })
const minuteOf = (moment: Date) => Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS

const add = (to: Counts, more: Partial<Counts>) => {
  for (const name of ['probes', 'failed', 'accounts', 'succeeded', 'submitted', 'shed'] as const) to[name] += more[name] ?? 0
  to.probing ||= more.probing ?? false
  to.stopped ||= more.stopped ?? false
}

/** Counts in memory how each minute goes for those who submit, until somebody writes it down. */
export function healthMeter({ tries: mostTries = MOST_TRIES, minutes: mostMinutes = MOST_MINUTES } = {}) {
  const quick = new Map<number, Counts>()
  const slow = new Map<number, Counts>()
  // First tries without a verdict, the oldest first: a retry keeps the place of its first try.
  const open = new Map<string, number>()
  // First tries that were judged without a verdict: their retries are no first tries. When full, the oldest is forgotten.
  const judged = new Set<string>()
  // What could not be looked up; as many as may be open at once, the newest.
  const deferred: Unsettled[] = []

  const at = (map: Map<number, Counts>, minute: number) => {
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
    /** Somebody is here to count this minute. */
    alive: (now: Date, probing: boolean) => add(at(quick, minuteOf(now)), { probing }),
    /** A submit came, at `arrived`; of an account only the first counts until it has its verdict. */
    tried(key: string, arrived: Date) {
      if (!open.has(key) && !judged.has(key) && open.size < mostTries) open.set(key, arrived.getTime())
    },
    /** A submit was told to come back later, with a ticket or without: that is no verdict. */
    shed: (now: Date) => add(at(quick, minuteOf(now)), { shed: 1 }),
    /** An application was submitted, whether or not its sender heard so. */
    submitted: (now: Date) => add(at(quick, minuteOf(now)), { submitted: 1 }),
    settled(key: string, verdict: Verdict, now: Date) {
      const first = open.get(key)
      open.delete(key)
      judged.delete(key)
      if (first === undefined || verdict === 'nothing') return
      add(at(slow, minuteOf(new Date(first))), { accounts: 1, succeeded: now.getTime() - first <= HEALTH.verdictMs ? 1 : 0 })
    },
    /** A probe that was sent at `sent` had its verdict, or not: being shed is a failed try, and a ticket is no verdict. */
    probed: (sent: Date, succeeded: boolean) => add(at(quick, minuteOf(sent)), { probing: true, probes: 1, failed: succeeded ? 0 : 1 }),
    stopped: (now: Date) => add(at(quick, minuteOf(now)), { stopped: true }),
    /** Accounts that were looked up: with a complete draft, and without a verdict from any process. */
    unserved: (first: Date) => add(at(slow, minuteOf(first)), { accounts: 1 }),
    /** What is complete, to be written; with `all` also what is not. Accounts are complete six minutes after their first try. */
    take(now: Date, all = false): { counts: CountedMinute[]; unsettled: Unsettled[] } {
      const unsettled = retire(now)
      const before = (ms: number) => (all ? Infinity : now.getTime() - MINUTE_MS - ms)
      return { counts: [...takeFrom(quick, before(QUICK_MS)), ...takeFrom(slow, before(HEALTH.verdictMs))], unsettled }
    },
    /** Accounts that could not be looked up, for the next time. */
    defer(unsettled: Unsettled[]) {
      deferred.push(...unsettled.slice(-mostTries))
      deferred.splice(0, deferred.length - mostTries)
    },
    /** What could not be written after all. */
    giveBack: (counts: CountedMinute[]) => {
      for (const { at: minute, ...more } of counts) add(at(quick, minute.getTime()), more)
    },
    /** What is counted and not yet written, for this process's own word on the last minutes. */
    pending: (): CountedMinute[] => [...quick, ...slow].map(([minute, counts]) => ({ at: new Date(minute), ...counts })),
  }
}
export type HealthMeter = ReturnType<typeof healthMeter>
